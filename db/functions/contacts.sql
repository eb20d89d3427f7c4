-- Notes on contacts when they answered last and with which score of which metric, in the order of their ids, so that two
-- batches never wait for each other in a circle. An older answer never covers a newer one.
--
-- Contacts change under the hands of others (an edit, an import, another mark). So they are locked in a statement of their
-- own: the next one sees them as they are then, at the address where the lock found them.
-- batch.ts: led look-ups, by address, walk indexes, one plan
CREATE OR REPLACE FUNCTION mark_contacts_answered(company uuid, marks json) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  one json;
  one_at timestamptz;
  one_score smallint;
  held_rows tid[];
  held_at timestamptz[];
  held_scores smallint[];
  held_metrics text[];
BEGIN
  IF json_array_length(marks) = 1 THEN
    -- One contact waits for nobody in a circle. Its id is a value: of a batch of rows the planner expects a hundred.
    one := marks -> 0;
    one_at := one ->> 'at';
    one_score := one ->> 'score';
    UPDATE contacts
    SET last_answered_at = one_at, last_score = coalesce(one_score, last_score),
      last_metric = CASE WHEN one_score IS NULL THEN last_metric ELSE one ->> 'metric' END
    WHERE company_id = company AND id = (one ->> 'id')::uuid AND (last_answered_at IS NULL OR last_answered_at <= one_at);
    RETURN;
  END IF;
  SELECT array_agg(contact.row), array_agg(mark.at), array_agg(mark.score), array_agg(mark.metric)
  INTO held_rows, held_at, held_scores, held_metrics
  FROM (
    SELECT DISTINCT ON (id) id, at, score, metric
    FROM json_to_recordset(marks) AS m (id uuid, at timestamptz, score smallint, metric text, place int)
    ORDER BY id, at DESC, place DESC
  ) AS mark
  CROSS JOIN LATERAL (
    SELECT ctid AS row FROM contacts
    WHERE company_id = company AND contacts.id = mark.id AND (last_answered_at IS NULL OR last_answered_at <= mark.at)
    OFFSET 0 FOR NO KEY UPDATE
  ) AS contact;
  UPDATE contacts
  SET last_answered_at = held.at, last_score = coalesce(held.score, last_score),
    last_metric = CASE WHEN held.score IS NULL THEN last_metric ELSE held.metric END
  FROM unnest((SELECT held_rows), (SELECT held_at), (SELECT held_scores), (SELECT held_metrics))
    AS held (row, at, score, metric)
  WHERE contacts.company_id = company AND contacts.ctid = held.row
    AND held.row = held.row::text::tid AND held.row::text = held.row::text::tid::text;
END
$$;

-- Notes on contacts when a message went out to them last, in the order of their ids; a later date stays, so the same marks
-- may come twice. Locked first, as above.
-- batch.ts: led look-ups, by address, walk indexes, one plan
CREATE OR REPLACE FUNCTION mark_contacts_sent(company uuid, ids uuid[], dates timestamptz[]) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  held_rows tid[];
  held_at timestamptz[];
BEGIN
  SELECT array_agg(contact.row), array_agg(mark.at) INTO held_rows, held_at
  FROM (SELECT id, max(at) AS at FROM unnest((SELECT ids), (SELECT dates)) AS m (id, at) GROUP BY id ORDER BY id) AS mark
  CROSS JOIN LATERAL (
    SELECT ctid AS row FROM contacts
    WHERE company_id = company AND contacts.id = mark.id AND (last_sent_at IS NULL OR last_sent_at < mark.at)
    OFFSET 0 FOR NO KEY UPDATE
  ) AS contact;
  UPDATE contacts
  SET last_sent_at = held.at
  FROM unnest((SELECT held_rows), (SELECT held_at)) AS held (row, at)
  WHERE contacts.company_id = company AND contacts.ctid = held.row
    AND held.row = held.row::text::tid AND held.row::text = held.row::text::tid::text;
END
$$;

-- Only the owner of a table may renew its statistics, and an import of many contacts needs them renewed at once.
CREATE OR REPLACE FUNCTION analyze_contacts() RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  ANALYZE public.contacts;
  ANALYZE public.contact_imports;
END
$$;
REVOKE ALL ON FUNCTION analyze_contacts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_contacts TO escuta_system;

-- Deletes those contacts that nothing belongs to: all at once where that goes, since it nearly always does, else one by one.
CREATE OR REPLACE FUNCTION delete_unused_contacts(company uuid, contact_ids uuid[]) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  one uuid;
  deleted integer := 0;
BEGIN
  BEGIN
    WITH gone AS (
      DELETE FROM contacts WHERE company_id = company AND id = ANY (contact_ids) RETURNING id
    )
    SELECT count(*) INTO deleted FROM gone;
    DELETE FROM contact_imports WHERE company_id = company AND contact_id = ANY (contact_ids);
    RETURN deleted;
  EXCEPTION WHEN foreign_key_violation THEN
    deleted := 0;
  END;
  FOREACH one IN ARRAY contact_ids LOOP
    BEGIN
      DELETE FROM contacts WHERE company_id = company AND id = one;
      IF FOUND THEN deleted := deleted + 1; END IF;
      DELETE FROM contact_imports WHERE company_id = company AND contact_id = one;
    EXCEPTION WHEN foreign_key_violation THEN
      CONTINUE;
    END;
  END LOOP;
  RETURN deleted;
END
$$;
