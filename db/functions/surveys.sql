-- Adds new responses to the counters of their surveys, which are locked in the order of their ids.
-- batch.ts: walk indexes
CREATE OR REPLACE FUNCTION count_survey_responses(company uuid, counts json) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  UPDATE surveys s
  SET responses = s.responses + counted.added, last_answered_at = greatest(s.last_answered_at, counted.answered_at)
  FROM (
    SELECT "surveyId" AS id, sum(added)::int AS added, max("lastAnsweredAt") AS answered_at
    FROM json_to_recordset(counts) AS c ("surveyId" uuid, added int, "lastAnsweredAt" timestamptz)
    GROUP BY "surveyId"
    ORDER BY "surveyId"
  ) AS counted
  WHERE s.company_id = company AND s.id = counted.id;
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
