-- A response that two transactions begin in the same moment, each without seeing the other's, was counted by both: the
-- second one overwrote the first in silence. What is begun is now inserted or missing from the count, so that the caller
-- notices and does its work again on what stands; only what the caller has locked is changed.
DROP FUNCTION save_responses(uuid, json, json);

-- Writes responses begun now, changes of held ones and the answers given since. Returns how many responses were written.
CREATE FUNCTION save_responses(company uuid, begun json, changed json, saved_answers json) RETURNS int
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  inserted int;
  updated int;
BEGIN
  INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, send_id, item_id, contact_id, channel,
    language, status, last_seq, score, bucket, comment, day, started_at, answered_at, completed_at)
  SELECT company, id, "businessUnitId", "surveyId", "surveyVersionId", "sendId", "itemId", "contactId", channel,
    language, status, "lastSeq", score, bucket, comment, day, "startedAt", "answeredAt", "completedAt"
  FROM json_to_recordset(begun) AS r (id uuid, "businessUnitId" uuid, "surveyId" uuid, "surveyVersionId" uuid,
    "sendId" uuid, "itemId" uuid, "contactId" uuid, channel text, language text, status text, "lastSeq" int, score smallint,
    bucket text, comment text, day date, "startedAt" timestamptz, "answeredAt" timestamptz, "completedAt" timestamptz)
  ORDER BY id
  -- Taken by its id or by its message: whoever waits here for another transaction begins again.
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS inserted = ROW_COUNT;
  UPDATE responses SET
    status = r.status,
    last_seq = r."lastSeq",
    score = r.score,
    bucket = r.bucket,
    comment = r.comment,
    day = r.day,
    answered_at = r."answeredAt",
    completed_at = r."completedAt"
  FROM json_to_recordset(changed) AS r (id uuid, "itemId" uuid, status text, "lastSeq" int, score smallint, bucket text,
    comment text, day date, "answeredAt" timestamptz, "completedAt" timestamptz)
  WHERE responses.company_id = company AND responses.id = r.id
    AND responses.item_id = r."itemId"
    AND responses.last_seq <= r."lastSeq";
  GET DIAGNOSTICS updated = ROW_COUNT;
  INSERT INTO answers (company_id, response_id, question_key, seq, score, words, answered_at)
  SELECT company, response, key, seq, score, words, "answeredAt"
  FROM json_to_recordset(saved_answers)
    AS a (response uuid, key text, seq int, score smallint, words text, "answeredAt" timestamptz)
  ORDER BY response, key
  ON CONFLICT (company_id, response_id, question_key) DO UPDATE SET
    seq = excluded.seq,
    score = excluded.score,
    words = excluded.words,
    answered_at = excluded.answered_at
  WHERE answers.seq < excluded.seq;
  RETURN inserted + updated;
END
$$;
