-- The ids of the responses to some messages, and of those that have some ids whatever they answer; null where there is none.
-- batch.ts: led look-ups, walk indexes, one plan
CREATE OR REPLACE FUNCTION find_response_ids(company uuid, items uuid[], ids uuid[]) RETURNS uuid[]
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  one_item uuid := items[1];
  one_id uuid := ids[1];
  of_item uuid;
  of_id uuid;
BEGIN
  IF cardinality(items) = 1 AND cardinality(ids) = 1 THEN
    -- A lone answer, mostly to a message that has none: two look-ups by key cost half of what one statement of a batch costs.
    SELECT id INTO of_item FROM responses WHERE company_id = company AND item_id = one_item;
    SELECT id INTO of_id FROM responses WHERE company_id = company AND id = one_id;
    IF of_item IS NULL AND of_id IS NULL THEN
      RETURN NULL;
    END IF;
    RETURN array_remove(CASE WHEN of_item = of_id THEN ARRAY[of_item] ELSE ARRAY[of_item, of_id] END, NULL);
  END IF;
  RETURN nullif(ARRAY(
    SELECT r.id FROM unnest((SELECT items)) AS wanted (item)
    CROSS JOIN LATERAL (SELECT id FROM responses WHERE company_id = company AND item_id = wanted.item OFFSET 0) AS r
    UNION
    SELECT r.id FROM unnest((SELECT ids)) AS wanted (id)
    CROSS JOIN LATERAL (SELECT id FROM responses WHERE company_id = company AND id = wanted.id OFFSET 0) AS r
  ), '{}');
END
$$;

-- Responses by their ids, with their answers. Nobody is kept waiting: whoever changes one says its version again
-- (record_answers), which is another after every change.
-- batch.ts: led look-ups, walk indexes, one plan
CREATE OR REPLACE FUNCTION read_responses(company uuid, ids uuid[])
RETURNS TABLE (
  id uuid, item_id uuid, version text, status text, last_seq int, score smallint, comment text, day date,
  answered_at timestamptz, started_at timestamptz, completed_at timestamptz, is_counted boolean, answers json
)
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r.id, r.item_id, r.version, r.status, r.last_seq, r.score, r.comment, r.day, r.answered_at, r.started_at,
      r.completed_at, r.excluded_reason IS NULL AND NOT r.is_test,
      (
        SELECT json_agg(json_build_object('key', a.question_key, 'seq', a.seq, 'number', a.number, 'text', a.text,
          'answeredAt', a.answered_at))
        FROM answers a
        WHERE a.company_id = company AND a.response_id = r.id
      )
    FROM unnest((SELECT ids)) AS found (id)
    CROSS JOIN LATERAL (
      SELECT *, xmin::text AS version FROM responses WHERE company_id = company AND id = found.id OFFSET 0
    ) AS r;
END
$$;

-- The responses to some messages, and those that have some ids whatever they answer, as one JSON; null where there is none.
CREATE OR REPLACE FUNCTION find_stored_responses(company uuid, items uuid[], ids uuid[]) RETURNS json
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  found uuid[] := find_response_ids(company, items, ids);
BEGIN
  IF found IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT json_agg(response) FROM read_responses(company, found) AS response);
END
$$;

-- What steps of answering touch, as one JSON: their messages with the status of the survey and the zone of the unit, and the
-- responses that exist. Of each step its message with the month, and the response that it speaks of. For a lone step every part
-- is asked for in an expression: a row that comes out of a query costs more than to look it up.
CREATE OR REPLACE FUNCTION find_answer_targets(company uuid, months date[], items uuid[], ids uuid[]) RETURNS json
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  one record;
  found json;
BEGIN
  IF cardinality(items) = 1 THEN
    one := find_invited_item(company, months[1], items[1]);
    IF one.item_id IS NOT NULL THEN
      found := json_build_array(json_build_object('item', one, 'surveyStatus', survey_status(company, one.survey_id),
        'timezone', unit_timezone(company, one.business_unit_id)));
    END IF;
  ELSE
    found := (
      SELECT json_agg(json_build_object('item', item, 'surveyStatus', survey_status(company, item.survey_id),
        'timezone', unit_timezone(company, item.business_unit_id)))
      FROM find_invited_items(company, months, items) AS item
    );
  END IF;
  RETURN json_build_object('items', found, 'stored', find_stored_responses(company, items, ids));
END
$$;

-- Writes what steps of answering came to, with everything that hangs on it: responses begun now, changes of those that stood,
-- the answers given since, and the parts of the other modules. Rows are locked in the order of their keys; those that many
-- answers share (the counters of a day, of a survey) come last, so that a batch holds them for the shortest time.
--
-- Serialization failure, when a response is not as it was read: changed meanwhile, or begun by another transaction, which the
-- insertion waits for. The caller then does its work again on what stands.
--
-- Rows are changed at the address where the look-up held them. Other modules are called in assignments, and not by PERFORM: an
-- expression is evaluated where it stands (exec_eval_simple_expr), a statement is started and ended.
-- batch.ts: led look-ups, by address, walk indexes
CREATE OR REPLACE FUNCTION record_answers(company uuid, asked int, changed json, begun json, answers json, evidence json,
  marks json, events json, scores json, invitations json, surveys json) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  written int := 0;
  done text;
BEGIN
  IF changed IS NOT NULL THEN
    WITH held AS MATERIALIZED (
      SELECT r.*, stored.row
      FROM json_to_recordset(changed) AS r (id uuid, version text, status text, "lastSeq" int, score smallint,
        "scoreGroup" text, comment text, day date, "answeredAt" timestamptz, "completedAt" timestamptz)
      CROSS JOIN LATERAL (
        SELECT ctid AS row FROM responses
        WHERE company_id = company AND responses.id = r.id AND responses.xmin::text = r.version
        OFFSET 0 FOR NO KEY UPDATE
      ) AS stored
    ), saved AS (
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
        AND held.row = held.row::text::tid AND held.row::text = held.row::text::tid::text
      RETURNING 1
    )
    SELECT count(*) INTO written FROM saved;
  END IF;
  IF begun IS NOT NULL THEN
    WITH saved AS (
      INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, send_id, item_id, contact_id,
        channel, origin, language, status, last_seq, metric, score, score_group, comment, day, started_at, answered_at,
        completed_at, import_id)
      SELECT company, id, "businessUnitId", "surveyId", "surveyVersionId", "sendId", "itemId", "contactId",
        channel, origin, language, status, "lastSeq", metric, score, "scoreGroup", comment, day, "startedAt", "answeredAt", "completedAt",
        "importId"
      FROM json_to_recordset(begun) AS r (id uuid, "businessUnitId" uuid, "surveyId" uuid, "surveyVersionId" uuid,
        "sendId" uuid, "itemId" uuid, "contactId" uuid, channel text, origin text, language text, status text, "lastSeq" int,
        metric text, score smallint, "scoreGroup" text, comment text, day date, "startedAt" timestamptz, "answeredAt" timestamptz,
        "completedAt" timestamptz, "importId" uuid)
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    SELECT written + count(*) INTO written FROM saved;
  END IF;
  IF written <> asked THEN
    RAISE serialization_failure USING MESSAGE = 'a response of the batch was written meanwhile';
  END IF;
  IF answers IS NOT NULL THEN
    INSERT INTO answers (company_id, response_id, question_key, seq, number, text, answered_at)
    SELECT company, response, key, seq, number, text, "answeredAt"
    FROM json_to_recordset(answers)
      AS a (response uuid, key text, seq int, number smallint, text text, "answeredAt" timestamptz)
    ON CONFLICT (company_id, response_id, question_key) DO UPDATE SET
      seq = excluded.seq,
      number = excluded.number,
      text = excluded.text,
      answered_at = excluded.answered_at
    WHERE answers.seq < excluded.seq;
  END IF;
  IF evidence IS NOT NULL THEN
    done := record_send_evidence(company, evidence);
  END IF;
  IF marks IS NOT NULL THEN
    done := mark_contacts_answered(company, marks);
  END IF;
  IF events IS NOT NULL THEN
    done := emit_events(company, 'response.recorded', events);
  END IF;
  IF scores IS NOT NULL THEN
    done := move_metric_days(company, scores);
  END IF;
  IF invitations IS NOT NULL THEN
    -- 0: of the rows of each day, the one that answers write (progress.ts).
    done := add_to_invitation_days(company, 0, invitations);
  END IF;
  IF surveys IS NOT NULL THEN
    done := count_survey_responses(company, surveys);
  END IF;
END
$$;
