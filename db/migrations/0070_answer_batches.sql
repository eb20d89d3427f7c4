-- Answers arrive in batches. Everything that a batch writes is a function, so that a transaction makes one call for all of
-- them, with plans made once per connection.
--
-- Plans: a company that is newer than the statistics looks empty to the planner, and then every look-up by key may read all
-- of the company. A generic plan that walks indexes looks up by key whatever the statistics say.

-- One writer, save_responses, writes a response and its answers together. The check per answer met the plan above.
ALTER TABLE answers DROP CONSTRAINT answers_company_id_response_id_fkey;

-- Sends and answers mark contacts. With room on its page a mark touches no index.
ALTER TABLE contacts SET (fillfactor = 80);

-- The messages behind answer links; those that do not exist are left out.
CREATE FUNCTION find_invited_items(company uuid, months date[], items uuid[])
RETURNS TABLE (
  item_id uuid, items_month date, send_id uuid, survey_id uuid, survey_version_id uuid, business_unit_id uuid,
  contact_id uuid, channel text, state smallint, executed_at timestamptz
)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT i.id, i.items_month, i.send_id, s.survey_id, s.survey_version_id, i.business_unit_id, i.contact_id, i.channel,
      i.state, i.executed_at
    FROM (SELECT DISTINCT month, item FROM unnest(months, items) AS pair (month, item)) AS wanted
    JOIN send_items i ON i.company_id = company AND i.items_month = wanted.month AND i.id = wanted.item
    JOIN sends s ON s.company_id = company AND s.id = i.send_id;
END
$$;

-- The responses to some messages, and those that have some ids whatever they answer, with their answers. With `hold` they
-- stay as they are until the end of the transaction; locked in the order of their ids.
CREATE FUNCTION find_responses(company uuid, items uuid[], ids uuid[], hold boolean)
RETURNS TABLE (
  id uuid, item_id uuid, status text, last_seq int, score smallint, comment text, day date, answered_at timestamptz,
  started_at timestamptz, completed_at timestamptz, is_counted boolean, answers json
)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  found_ids uuid[] := ARRAY(
    SELECT r.id FROM unnest(items) AS wanted (item) JOIN responses r ON r.company_id = company AND r.item_id = wanted.item
    UNION
    SELECT r.id FROM unnest(ids) AS wanted (id) JOIN responses r ON r.company_id = company AND r.id = wanted.id
    ORDER BY 1
  );
BEGIN
  IF cardinality(found_ids) = 0 THEN
    RETURN;
  END IF;
  IF hold THEN
    PERFORM FROM responses r WHERE r.company_id = company AND r.id = ANY(found_ids) ORDER BY r.id FOR NO KEY UPDATE;
  END IF;
  RETURN QUERY
    SELECT r.id, r.item_id, r.status, r.last_seq, r.score, r.comment, r.day, r.answered_at, r.started_at, r.completed_at,
      r.excluded_reason IS NULL AND NOT r.is_test,
      (
        SELECT json_agg(json_build_object('key', a.question_key, 'seq', a.seq, 'score', a.score, 'words', a.words,
          'answeredAt', a.answered_at))
        FROM answers a
        WHERE a.company_id = company AND a.response_id = r.id
      )
    FROM responses r
    WHERE r.company_id = company AND r.id = ANY(found_ids);
END
$$;

-- Writes responses as they are now, new or changed, and the answers given since; in the order of their keys. Returns how
-- many responses it wrote: one that another transaction has written meanwhile is left as it is.
CREATE FUNCTION save_responses(company uuid, saved_responses json, saved_answers json) RETURNS int
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  saved int;
BEGIN
  INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, send_id, item_id, contact_id, channel,
    language, status, last_seq, score, bucket, comment, day, started_at, answered_at, completed_at)
  SELECT company, id, "businessUnitId", "surveyId", "surveyVersionId", "sendId", "itemId", "contactId", channel,
    language, status, "lastSeq", score, bucket, comment, day, "startedAt", "answeredAt", "completedAt"
  FROM json_to_recordset(saved_responses) AS r (id uuid, "businessUnitId" uuid, "surveyId" uuid, "surveyVersionId" uuid,
    "sendId" uuid, "itemId" uuid, "contactId" uuid, channel text, language text, status text, "lastSeq" int, score smallint,
    bucket text, comment text, day date, "startedAt" timestamptz, "answeredAt" timestamptz, "completedAt" timestamptz)
  ORDER BY id
  ON CONFLICT (company_id, id) DO UPDATE SET
    status = excluded.status,
    last_seq = excluded.last_seq,
    score = excluded.score,
    bucket = excluded.bucket,
    comment = excluded.comment,
    day = excluded.day,
    answered_at = excluded.answered_at,
    completed_at = excluded.completed_at
  -- Nobody takes over an id that answers another message.
  WHERE responses.item_id = excluded.item_id
    AND responses.last_seq <= excluded.last_seq;
  GET DIAGNOSTICS saved = ROW_COUNT;
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
  RETURN saved;
END
$$;

-- Moves the counters of the days by `changes`, one per row of the table, in the order of the key, so that two batches never
-- wait for each other in a circle.
CREATE FUNCTION move_metric_days(company uuid, changes json) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  INSERT INTO metric_daily AS d (company_id, business_unit_id, survey_id, question_key, channel, day, n, sum, sum_sq,
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments)
  SELECT company, unit, survey, question, channel, day, n, sum, sum_sq, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments
  FROM json_to_recordset(changes) AS c (unit uuid, survey uuid, question text, channel text, day date, n int, sum int,
    sum_sq int, b0 int, b1 int, b2 int, b3 int, b4 int, b5 int, b6 int, b7 int, b8 int, b9 int, b10 int, comments int)
  ORDER BY unit, day, survey, question, channel
  ON CONFLICT (company_id, business_unit_id, day, survey_id, question_key, channel) DO UPDATE SET
    n = d.n + excluded.n, sum = d.sum + excluded.sum, sum_sq = d.sum_sq + excluded.sum_sq,
    b0 = d.b0 + excluded.b0, b1 = d.b1 + excluded.b1, b2 = d.b2 + excluded.b2, b3 = d.b3 + excluded.b3,
    b4 = d.b4 + excluded.b4, b5 = d.b5 + excluded.b5, b6 = d.b6 + excluded.b6, b7 = d.b7 + excluded.b7,
    b8 = d.b8 + excluded.b8, b9 = d.b9 + excluded.b9, b10 = d.b10 + excluded.b10,
    comments = d.comments + excluded.comments;
END
$$;

-- Notes on contacts when they answered last and with which score, in the order of their ids, so that two batches never
-- wait for each other in a circle. An older answer never covers a newer one.
CREATE FUNCTION mark_contacts_answered(company uuid, marks json) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  UPDATE contacts c
  SET last_answered_at = mark.at, last_score = coalesce(mark.score, c.last_score)
  FROM (
    SELECT DISTINCT ON (id) id, at, score
    FROM json_to_recordset(marks) AS m (id uuid, at timestamptz, score smallint, place int)
    ORDER BY id, at DESC, place DESC
  ) AS mark
  WHERE c.company_id = company AND c.id = mark.id
    AND (c.last_answered_at IS NULL OR c.last_answered_at <= mark.at);
END
$$;

-- Keeps what the world told us of messages; the first of a kind stays. It settles unknown results.
CREATE FUNCTION record_send_evidence(company uuid, evidence json) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  INSERT INTO send_evidence (company_id, item_id, kind, at)
  SELECT company, "itemId", kind, min(at)
  FROM json_to_recordset(evidence) AS told ("itemId" uuid, kind text, at timestamptz)
  GROUP BY "itemId", kind
  ORDER BY "itemId", kind
  ON CONFLICT DO NOTHING;
END
$$;

-- Adds to the days on which messages went out, in the order of the key; several deltas of one key are summed.
CREATE FUNCTION add_to_invitation_days(company uuid, deltas json) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  INSERT INTO invitation_daily AS d (company_id, business_unit_id, survey_id, channel, day, sent, failed, responded, completed)
  SELECT company, "businessUnitId", "surveyId", channel, day, coalesce(sum(sent), 0), coalesce(sum(failed), 0),
    coalesce(sum(responded), 0), coalesce(sum(completed), 0)
  FROM json_to_recordset(deltas) AS delta ("businessUnitId" uuid, "surveyId" uuid, channel text, day date, sent int,
    failed int, responded int, completed int)
  GROUP BY "businessUnitId", day, "surveyId", channel
  ORDER BY "businessUnitId", day, "surveyId", channel
  ON CONFLICT (company_id, business_unit_id, day, survey_id, channel) DO UPDATE SET
    sent = d.sent + excluded.sent,
    failed = d.failed + excluded.failed,
    responded = d.responded + excluded.responded,
    completed = d.completed + excluded.completed;
END
$$;

-- Adds new responses to the counters of their surveys, which are locked in the order of their ids.
CREATE FUNCTION count_survey_responses(company uuid, counts json) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
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

-- Writes facts of one name beside the rows that they speak of.
CREATE FUNCTION emit_events(company uuid, event text, facts json) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  INSERT INTO outbox (company_id, id, name, payload)
  SELECT company, id, event, payload
  FROM json_to_recordset(facts) AS fact (id uuid, payload jsonb);
END
$$;
