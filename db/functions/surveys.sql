-- Adds new responses to the counters of their surveys, one entry for each, in the order given. One after the other: a batch is
-- about a few surveys, and a lone answer, about one, pays for no sort and no sum.
-- batch.ts: walk indexes
CREATE OR REPLACE FUNCTION count_survey_responses(company uuid, counts json) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  one json;
BEGIN
  FOR at IN 0 .. json_array_length(counts) - 1 LOOP
    one := counts -> at;
    UPDATE surveys s
    SET responses = s.responses + (one ->> 'added')::int,
      last_answered_at = greatest(s.last_answered_at, (one ->> 'lastAnsweredAt')::timestamptz)
    WHERE s.company_id = company AND s.id = (one ->> 'surveyId')::uuid;
  END LOOP;
END
$$;

-- The status of a survey now; null when there is none.
CREATE OR REPLACE FUNCTION survey_status(company uuid, survey uuid) RETURNS text
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT status FROM surveys WHERE company_id = company AND id = survey);
END
$$;
