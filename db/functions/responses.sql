-- The responses to some messages, and those that have some ids whatever they answer, with their answers. With `hold` they
-- stay as they are until the end of the transaction; locked in the order of their ids.
-- batch.ts: led look-ups, walk indexes, one plan
CREATE OR REPLACE FUNCTION find_responses(company uuid, items uuid[], ids uuid[], hold boolean)
RETURNS TABLE (
  id uuid, item_id uuid, status text, last_seq int, score smallint, comment text, day date, answered_at timestamptz,
  started_at timestamptz, completed_at timestamptz, is_counted boolean, answers json
)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  found_ids uuid[] := ARRAY(
    SELECT r.id FROM unnest((SELECT items)) AS wanted (item)
    CROSS JOIN LATERAL (SELECT id FROM responses WHERE company_id = company AND item_id = wanted.item OFFSET 0) AS r
    UNION
    SELECT r.id FROM unnest((SELECT ids)) AS wanted (id)
    CROSS JOIN LATERAL (SELECT id FROM responses WHERE company_id = company AND id = wanted.id OFFSET 0) AS r
    ORDER BY 1
  );
BEGIN
  IF cardinality(found_ids) = 0 THEN
    RETURN;
  END IF;
  IF hold THEN
    PERFORM FROM unnest((SELECT found_ids)) AS found (id)
    CROSS JOIN LATERAL (
      SELECT FROM responses WHERE company_id = company AND id = found.id OFFSET 0 FOR NO KEY UPDATE
    ) AS held;
  END IF;
  RETURN QUERY
    SELECT r.id, r.item_id, r.status, r.last_seq, r.score, r.comment, r.day, r.answered_at, r.started_at, r.completed_at,
      r.excluded_reason IS NULL AND NOT r.is_test,
      (
        SELECT json_agg(json_build_object('key', a.question_key, 'seq', a.seq, 'number', a.number, 'text', a.text,
          'answeredAt', a.answered_at))
        FROM answers a
        WHERE a.company_id = company AND a.response_id = r.id
      )
    FROM unnest((SELECT found_ids)) AS found (id)
    CROSS JOIN LATERAL (SELECT * FROM responses WHERE company_id = company AND id = found.id OFFSET 0) AS r;
END
$$;

-- Writes responses begun now, changes of held ones and the answers given since. Returns how many responses were written: one
-- that two transactions begin in the same moment, each without seeing the other's, is missing from the count of the second,
-- so that the caller notices and does its work again on what stands.
--
-- Rows are changed at the address where the look-up held them.
-- batch.ts: led look-ups, by address, walk indexes
CREATE OR REPLACE FUNCTION save_responses(company uuid, begun json, changed json, saved_answers json) RETURNS int
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  inserted int := 0;
  updated int := 0;
BEGIN
  INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, send_id, item_id, contact_id, channel,
    origin, language, status, last_seq, metric, score, score_group, comment, day, started_at, answered_at, completed_at)
  SELECT company, id, "businessUnitId", "surveyId", "surveyVersionId", "sendId", "itemId", "contactId", channel,
    -- Processes of the release before know of one origin, and do not say it.
    coalesce(origin, 'invitation'), language, status, "lastSeq", metric, score, "scoreGroup", comment, day, "startedAt", "answeredAt", "completedAt"
  FROM json_to_recordset(begun) AS r (id uuid, "businessUnitId" uuid, "surveyId" uuid, "surveyVersionId" uuid,
    "sendId" uuid, "itemId" uuid, "contactId" uuid, channel text, origin text, language text, status text, "lastSeq" int, metric text,
    score smallint, "scoreGroup" text, comment text, day date, "startedAt" timestamptz, "answeredAt" timestamptz, "completedAt" timestamptz)
  ORDER BY id
  -- Taken by its id or by its message: whoever waits here for another transaction begins again.
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS inserted = ROW_COUNT;
  WITH held AS MATERIALIZED (
    SELECT r.*, stored.row
    FROM json_to_recordset(changed) AS r (id uuid, "itemId" uuid, status text, "lastSeq" int, score smallint,
      "scoreGroup" text, comment text, day date, "answeredAt" timestamptz, "completedAt" timestamptz)
    CROSS JOIN LATERAL (
      SELECT ctid AS row FROM responses
      WHERE company_id = company AND responses.id = r.id AND responses.item_id IS NOT DISTINCT FROM r."itemId"
        AND responses.last_seq <= r."lastSeq"
      OFFSET 0 FOR NO KEY UPDATE
    ) AS stored
  )
  UPDATE responses SET
    status = held.status,
    last_seq = held."lastSeq",
    score = held.score,
    score_group = held."scoreGroup",
    comment = held.comment,
    day = held.day,
    answered_at = held."answeredAt",
    completed_at = held."completedAt"
  FROM held
  WHERE responses.company_id = company AND responses.ctid = held.row
    AND held.row = held.row::text::tid AND held.row::text = held.row::text::tid::text;
  GET DIAGNOSTICS updated = ROW_COUNT;
  INSERT INTO answers (company_id, response_id, question_key, seq, number, text, answered_at)
  SELECT company, response, key, seq, number, text, "answeredAt"
  FROM json_to_recordset(saved_answers)
    AS a (response uuid, key text, seq int, number smallint, text text, "answeredAt" timestamptz)
  ORDER BY response, key
  ON CONFLICT (company_id, response_id, question_key) DO UPDATE SET
    seq = excluded.seq,
    number = excluded.number,
    text = excluded.text,
    answered_at = excluded.answered_at
  WHERE answers.seq < excluded.seq;
  RETURN inserted + updated;
END
$$;
