-- Settings alone do not keep a batch of answers on look-ups by key: where the statistics take a company for small (it is new,
-- or most others are), a nested loop may begin with everything that the company has and compare it with the batch: thirty
-- answers then read ten thousand rows. What a batch wants now leads each look-up, and OFFSET 0 keeps it one.

CREATE OR REPLACE FUNCTION find_invited_items(company uuid, months date[], items uuid[])
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
    CROSS JOIN LATERAL (
      SELECT * FROM send_items WHERE company_id = company AND items_month = wanted.month AND id = wanted.item OFFSET 0
    ) AS i
    CROSS JOIN LATERAL (SELECT * FROM sends WHERE company_id = company AND id = i.send_id OFFSET 0) AS s;
END
$$;

CREATE OR REPLACE FUNCTION find_responses(company uuid, items uuid[], ids uuid[], hold boolean)
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
    SELECT r.id FROM unnest(items) AS wanted (item)
    CROSS JOIN LATERAL (SELECT id FROM responses WHERE company_id = company AND item_id = wanted.item OFFSET 0) AS r
    UNION
    SELECT r.id FROM unnest(ids) AS wanted (id)
    CROSS JOIN LATERAL (SELECT id FROM responses WHERE company_id = company AND id = wanted.id OFFSET 0) AS r
    ORDER BY 1
  );
BEGIN
  IF cardinality(found_ids) = 0 THEN
    RETURN;
  END IF;
  IF hold THEN
    PERFORM FROM unnest(found_ids) AS found (id)
    CROSS JOIN LATERAL (
      SELECT FROM responses WHERE company_id = company AND id = found.id OFFSET 0 FOR NO KEY UPDATE
    ) AS held;
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
    FROM unnest(found_ids) AS found (id)
    CROSS JOIN LATERAL (SELECT * FROM responses WHERE company_id = company AND id = found.id OFFSET 0) AS r;
END
$$;

-- Rows are changed at the address where the look-up held them. The two conditions beside the address are true of every row;
-- the planner takes each for one row in two hundred, expects a batch of one and goes to it by its address.
CREATE OR REPLACE FUNCTION save_responses(company uuid, begun json, changed json, saved_answers json) RETURNS int
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  inserted int := 0;
  updated int := 0;
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
  WITH held AS MATERIALIZED (
    SELECT r.*, stored.row
    FROM json_to_recordset(changed) AS r (id uuid, "itemId" uuid, status text, "lastSeq" int, score smallint, bucket text,
      comment text, day date, "answeredAt" timestamptz, "completedAt" timestamptz)
    CROSS JOIN LATERAL (
      SELECT ctid AS row FROM responses
      WHERE company_id = company AND responses.id = r.id AND responses.item_id = r."itemId" AND responses.last_seq <= r."lastSeq"
      OFFSET 0 FOR NO KEY UPDATE
    ) AS stored
  )
  UPDATE responses SET
    status = held.status,
    last_seq = held."lastSeq",
    score = held.score,
    bucket = held.bucket,
    comment = held.comment,
    day = held.day,
    answered_at = held."answeredAt",
    completed_at = held."completedAt"
  FROM held
  WHERE responses.company_id = company AND responses.ctid = held.row
    AND held.row = held.row::text::tid AND held.row::text = held.row::text::tid::text;
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

-- Contacts change under the hands of others (an edit, an import, another mark). So they are locked in a statement of their
-- own: the next one sees them as they are then, at the address where the lock found them.
CREATE OR REPLACE FUNCTION mark_contacts_answered(company uuid, marks json) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  held_rows tid[];
  held_at timestamptz[];
  held_scores smallint[];
BEGIN
  SELECT array_agg(contact.row), array_agg(mark.at), array_agg(mark.score) INTO held_rows, held_at, held_scores
  FROM (
    SELECT DISTINCT ON (id) id, at, score
    FROM json_to_recordset(marks) AS m (id uuid, at timestamptz, score smallint, place int)
    ORDER BY id, at DESC, place DESC
  ) AS mark
  CROSS JOIN LATERAL (
    SELECT ctid AS row FROM contacts
    WHERE company_id = company AND contacts.id = mark.id AND (last_answered_at IS NULL OR last_answered_at <= mark.at)
    OFFSET 0 FOR NO KEY UPDATE
  ) AS contact;
  UPDATE contacts
  SET last_answered_at = held.at, last_score = coalesce(held.score, last_score)
  FROM unnest(held_rows, held_at, held_scores) AS held (row, at, score)
  WHERE contacts.company_id = company AND contacts.ctid = held.row
    AND held.row = held.row::text::tid AND held.row::text = held.row::text::tid::text;
END
$$;

-- Notes on contacts when a message went out to them last, in the order of their ids; a later date stays, so the same marks
-- may come twice.
CREATE FUNCTION mark_contacts_sent(company uuid, ids uuid[], dates timestamptz[]) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  held_rows tid[];
  held_at timestamptz[];
BEGIN
  SELECT array_agg(contact.row), array_agg(mark.at) INTO held_rows, held_at
  FROM (SELECT id, max(at) AS at FROM unnest(ids, dates) AS m (id, at) GROUP BY id ORDER BY id) AS mark
  CROSS JOIN LATERAL (
    SELECT ctid AS row FROM contacts
    WHERE company_id = company AND contacts.id = mark.id AND (last_sent_at IS NULL OR last_sent_at < mark.at)
    OFFSET 0 FOR NO KEY UPDATE
  ) AS contact;
  UPDATE contacts
  SET last_sent_at = held.at
  FROM unnest(held_rows, held_at) AS held (row, at)
  WHERE contacts.company_id = company AND contacts.ctid = held.row
    AND held.row = held.row::text::tid AND held.row::text = held.row::text::tid::text;
END
$$;

-- Sends mark whole pages of contacts in one statement, answers mark them again. With half of each page free the second
-- version of every row stays beside the first, and a mark touches none of the nine indexes.
ALTER TABLE contacts SET (fillfactor = 50);
