-- The schema as the migrations leave it, to be read: one table after another, each with everything that is its own.
-- Written from a migrated database by `node tools/checks/schema.ts --write`; change it with a migration, never here.
-- Partitions are left out: their parent says how they are made.

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;
GRANT USAGE ON SCHEMA public TO escuta_company;
GRANT USAGE ON SCHEMA public TO escuta_search;
GRANT USAGE ON SCHEMA public TO escuta_system;

CREATE OR REPLACE FUNCTION public.add_to_invitation_days(company uuid, writer integer, deltas json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  one json;
BEGIN
  FOR at IN 0 .. json_array_length(deltas) - 1 LOOP
    one := deltas -> at;
    INSERT INTO invitation_daily AS d (company_id, business_unit_id, survey_id, channel, day, shard, sent, failed, responded,
      completed)
    VALUES (company, (one ->> 'businessUnitId')::uuid, (one ->> 'surveyId')::uuid, one ->> 'channel', (one ->> 'day')::date,
      writer, coalesce((one ->> 'sent')::int, 0), coalesce((one ->> 'failed')::int, 0),
      coalesce((one ->> 'responded')::int, 0), coalesce((one ->> 'completed')::int, 0))
    ON CONFLICT (company_id, business_unit_id, day, survey_id, channel, shard) DO UPDATE SET
      sent = d.sent + excluded.sent,
      failed = d.failed + excluded.failed,
      responded = d.responded + excluded.responded,
      completed = d.completed + excluded.completed;
  END LOOP;
END
$function$;

CREATE OR REPLACE FUNCTION public.address_hash(address text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT sha256(convert_to(lower(address), 'UTF8')) $function$;

CREATE OR REPLACE FUNCTION public.analyze_contacts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  ANALYZE public.contacts;
  ANALYZE public.contact_imports;
END
$function$;

CREATE OR REPLACE FUNCTION public.count_survey_responses(company uuid, counts json)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.current_company()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT nullif(current_setting('app.company_id', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION public.custom_search_text(held jsonb, searchable jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT search_form(string_agg(concat(' ', held ->> field.name, E' \n ' || CASE field.type
    WHEN 'cpf' THEN regexp_replace(held ->> field.name, '^(.{3})(.{3})(.{3})(.{2})$', '\1.\2.\3-\4')
    WHEN 'cnpj' THEN regexp_replace(held ->> field.name, '^(.{2})(.{3})(.{3})(.{4})(.{2})$', '\1.\2.\3/\4-\5')
    WHEN 'number' THEN nullif(replace(held ->> field.name, '.', ','), held ->> field.name)
  END, ' '), E'\n' ORDER BY field.name))
  FROM jsonb_each_text(searchable) AS field (name, type)
  WHERE held ->> field.name IS NOT NULL
$function$;

CREATE OR REPLACE FUNCTION public.delete_unused_contacts(company uuid, contact_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.emit_events(company uuid, event text, facts json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO outbox (company_id, id, name, payload)
  SELECT company, id, event, payload
  FROM json_to_recordset(facts) AS fact (id uuid, payload jsonb)
  ON CONFLICT DO NOTHING;
END
$function$;

CREATE OR REPLACE FUNCTION public.ensure_send_items_partition(month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  first_day date := date_trunc('month', month);
  next_day date := first_day + interval '1 month';
  partition_name text := 'send_items_' || to_char(first_day, 'YYYY_MM');
BEGIN
  IF to_regclass('public.' || partition_name) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format(
    'CREATE TABLE public.%I (LIKE public.send_items INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
     WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)',
    partition_name);
  BEGIN
    EXECUTE format('ALTER TABLE public.%I ALTER COLUMN company_id SET STATISTICS 0', partition_name);
  EXCEPTION
    -- A distributed PostgreSQL lets nobody set them on a partition, and keeps those of its shards itself.
    WHEN feature_not_supported THEN NULL;
  END;
  LOCK TABLE public.send_items_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format(
    'WITH moved AS (DELETE FROM public.send_items_default WHERE items_month >= %L AND items_month < %L RETURNING *)
     INSERT INTO public.%I SELECT * FROM moved',
    first_day, next_day, partition_name);
  EXECUTE format(
    'ALTER TABLE public.send_items ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
    partition_name, first_day, next_day);
END
$function$;

CREATE OR REPLACE FUNCTION public.find_answer_targets(company uuid, months date[], items uuid[], ids uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.find_contacts(company uuid, unit uuid, import uuid, fragment text, most integer)
 RETURNS TABLE(id uuid, name text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
BEGIN
  -- The policy of the role that reads here lets it see every company.
  IF company IS DISTINCT FROM current_company() THEN
    RETURN;
  END IF;
  -- It would let whoever is narrowed to some of them see every contact.
  IF current_setting('app.narrowing', true) <> '' THEN
    RAISE EXCEPTION 'find_contacts knows nothing of a narrowing';
  END IF;
  IF length(fragment) = 2 THEN
    -- Each by itself: together the planner would have the index give all contacts of the unit.
    RETURN QUERY
      SELECT found.id, found.name, found.created_at
      FROM (
        (SELECT contacts.id, contacts.name, contacts.created_at
        FROM contacts
        WHERE contacts.company_id IS NOT DISTINCT FROM company
          AND contacts.business_unit_id = unit
          AND contacts.search_text ~ (fragment || '[ -~]')
          AND (import IS NULL OR EXISTS (
            SELECT FROM contact_imports met
            WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
          ))
        LIMIT most)
        UNION
        (SELECT contacts.id, contacts.name, contacts.created_at
        FROM contacts
        WHERE contacts.company_id IS NOT DISTINCT FROM company
          AND contacts.business_unit_id = unit
          AND contacts.search_text ~ ('[ -~]' || fragment)
          AND (import IS NULL OR EXISTS (
            SELECT FROM contact_imports met
            WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
          ))
        LIMIT most)
      ) AS found
      LIMIT most;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT contacts.id, contacts.name, contacts.created_at
    FROM contacts
    WHERE contacts.company_id IS NOT DISTINCT FROM company
      AND contacts.business_unit_id = unit
      AND contacts.search_text LIKE '%' || fragment || '%'
      AND (import IS NULL OR EXISTS (
        SELECT FROM contact_imports met
        WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
      ))
    LIMIT most;
END
$function$;

CREATE OR REPLACE FUNCTION public.find_contacts_by_custom_fields(company uuid, unit uuid, import uuid, fragment text, most integer)
 RETURNS TABLE(id uuid, name text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
BEGIN
  -- The policy of the role that reads here lets it see every company.
  IF company IS DISTINCT FROM current_company() THEN
    RETURN;
  END IF;
  -- It would let whoever is narrowed to some of them see every contact.
  IF current_setting('app.narrowing', true) <> '' THEN
    RAISE EXCEPTION 'find_contacts_by_custom_fields knows nothing of a narrowing';
  END IF;
  IF length(fragment) = 2 THEN
    -- Each by itself: together the planner would have the index give all contacts of the unit.
    RETURN QUERY
      SELECT found.id, found.name, found.created_at
      FROM (
        (SELECT contacts.id, contacts.name, contacts.created_at
        FROM contacts
        WHERE contacts.company_id IS NOT DISTINCT FROM company
          AND contacts.business_unit_id::text = unit::text
          AND contacts.custom_search_text ~ (fragment || '[ -~]')
          AND (import IS NULL OR EXISTS (
            SELECT FROM contact_imports met
            WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
          ))
        LIMIT most)
        UNION
        (SELECT contacts.id, contacts.name, contacts.created_at
        FROM contacts
        WHERE contacts.company_id IS NOT DISTINCT FROM company
          AND contacts.business_unit_id::text = unit::text
          AND contacts.custom_search_text ~ ('[ -~]' || fragment)
          AND (import IS NULL OR EXISTS (
            SELECT FROM contact_imports met
            WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
          ))
        LIMIT most)
      ) AS found
      LIMIT most;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT contacts.id, contacts.name, contacts.created_at
    FROM contacts
    WHERE contacts.company_id IS NOT DISTINCT FROM company
      AND contacts.business_unit_id::text = unit::text
      AND contacts.custom_search_text LIKE '%' || fragment || '%'
      AND (import IS NULL OR EXISTS (
        SELECT FROM contact_imports met
        WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
      ))
    LIMIT most;
END
$function$;

CREATE OR REPLACE FUNCTION public.find_duplicates(company uuid, documents text[], at timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  kept uuid[];
BEGIN
  WITH keyed AS (
    SELECT DISTINCT c.id, c.business_unit_id AS unit, known.reason, known.key
    FROM contacts c
    CROSS JOIN LATERAL (
      SELECT 'email', mail_key(c.email) WHERE c.email IS NOT NULL
      UNION ALL
      SELECT 'phone', tel_key(c.tel) WHERE c.tel IS NOT NULL
      UNION ALL
      SELECT 'document', c.custom_fields ->> doc.name FROM unnest(documents) AS doc (name) WHERE c.custom_fields ->> doc.name IS NOT NULL
    ) AS known (reason, key)
    WHERE c.company_id = company
  ), sharing AS (
    SELECT k.reason, array_agg(k.id ORDER BY k.id) AS ids, array_agg(k.unit ORDER BY k.id) AS units
    FROM keyed k GROUP BY k.reason, k.key HAVING count(*) BETWEEN 2 AND 10
  ), named AS (
    SELECT array_agg(c.id ORDER BY c.id) AS ids, array_agg(search_form(c.name) ORDER BY c.id) AS names, c.business_unit_id AS unit
    FROM contacts c
    WHERE c.company_id = company AND c.contact_company_id IS NOT NULL AND c.name <> ''
    GROUP BY c.business_unit_id, c.contact_company_id, name_key(c.name), name_key(regexp_replace(btrim(c.name), '^.*\s', ''))
    HAVING count(*) BETWEEN 2 AND 50
  ), found AS (
    SELECT s.reason, s.ids[a] AS one, s.units[a] AS one_unit, s.ids[b] AS other, s.units[b] AS other_unit
    FROM sharing s, generate_subscripts(s.ids, 1) AS a, generate_subscripts(s.ids, 1) AS b
    WHERE a < b
    UNION ALL
    SELECT 'name', n.ids[a], n.unit, n.ids[b], n.unit
    FROM named n, generate_subscripts(n.ids, 1) AS a, generate_subscripts(n.ids, 1) AS b
    WHERE a < b AND similarity(n.names[a], n.names[b]) >= 0.45
  ), ranked AS (
    SELECT f.*, row_number() OVER (PARTITION BY f.reason ORDER BY f.one_unit = f.other_unit DESC, f.one, f.other) AS place FROM found f
  ), saved AS (
    INSERT INTO duplicate_pairs (company_id, id, one_id, one_unit_id, other_id, other_unit_id, reasons, found_at)
    SELECT company, gen_random_uuid(), r.one, r.one_unit, r.other, r.other_unit, array_agg(DISTINCT r.reason ORDER BY r.reason), at
    FROM ranked r
    WHERE r.place <= most
    GROUP BY r.one, r.one_unit, r.other, r.other_unit
    ON CONFLICT (company_id, one_id, other_id) DO UPDATE SET reasons = excluded.reasons, found_at = excluded.found_at
    RETURNING duplicate_pairs.id
  )
  SELECT coalesce(array_agg(saved.id), '{}') INTO kept FROM saved;
  DELETE FROM duplicate_pairs p WHERE p.company_id = company AND p.dismissed_at IS NULL AND NOT p.id = ANY (kept);
  RETURN cardinality(kept);
END
$function$;

CREATE OR REPLACE FUNCTION public.find_invited_item(company uuid, month date, item uuid, OUT item_id uuid, OUT items_month date, OUT send_id uuid, OUT survey_id uuid, OUT survey_version_id uuid, OUT business_unit_id uuid, OUT contact_id uuid, OUT channel text, OUT state smallint, OUT executed_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  SELECT i.id, i.items_month, i.send_id, i.business_unit_id, i.contact_id, i.channel, i.state, i.executed_at
  INTO item_id, items_month, send_id, business_unit_id, contact_id, channel, state, executed_at
  FROM send_items i
  WHERE i.company_id = company AND i.items_month = month AND i.id = item
  LIMIT 1;
  IF FOUND THEN
    -- Of nobody, or of whoever was absorbed by somebody who had a message of the same send.
    IF contact_id IS NULL THEN
      contact_id := (
        SELECT m.contact_id FROM merged_items m WHERE m.company_id = company AND m.items_month = month AND m.item_id = item
      );
    END IF;
    SELECT s.survey_id, s.survey_version_id INTO survey_id, survey_version_id
    FROM sends s
    WHERE s.company_id = company AND s.id = find_invited_item.send_id;
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION public.find_invited_items(company uuid, months date[], items uuid[])
 RETURNS TABLE(item_id uuid, items_month date, send_id uuid, survey_id uuid, survey_version_id uuid, business_unit_id uuid, contact_id uuid, channel text, state smallint, executed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  one_month date;
BEGIN
  IF cardinality(items) <= 8 THEN
    FOR at IN 1 .. cardinality(items) LOOP
      CONTINUE WHEN items[at] = ANY (items[:at - 1]);
      RETURN QUERY SELECT * FROM find_invited_item(company, months[at], items[at]) AS i WHERE i.item_id IS NOT NULL;
    END LOOP;
    RETURN;
  END IF;
  FOR one_month IN SELECT DISTINCT month FROM unnest((SELECT months)) AS asked (month) LOOP
    RETURN QUERY
      SELECT i.id, i.items_month, i.send_id, s.survey_id, s.survey_version_id, i.business_unit_id, coalesce(i.contact_id, (
          SELECT m.contact_id FROM merged_items m WHERE m.company_id = company AND m.items_month = one_month AND m.item_id = i.id
        )), i.channel, i.state, i.executed_at
      FROM (
        SELECT DISTINCT item FROM unnest((SELECT months), (SELECT items)) AS pair (month, item) WHERE month = one_month
      ) AS wanted
      CROSS JOIN LATERAL (
        SELECT * FROM send_items WHERE company_id = company AND items_month = one_month AND id = wanted.item OFFSET 0
      ) AS i
      CROSS JOIN LATERAL (SELECT * FROM sends WHERE company_id = company AND id = i.send_id OFFSET 0) AS s;
  END LOOP;
END
$function$;

CREATE OR REPLACE FUNCTION public.find_quarantined(company uuid, unit uuid, survey uuid, except_send uuid, contacts uuid[], hashes bytea[], at timestamp with time zone)
 RETURNS TABLE(contact_id uuid, reason text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  any_since timestamptz;
  survey_since timestamptz;
  first_month date;
  months date[];
  items bigint;
  same_survey uuid[];
BEGIN
  SELECT at - make_interval(days => u.quarantine_days), at - make_interval(days => u.survey_quarantine_days)
  INTO any_since, survey_since
  FROM business_units u
  WHERE u.company_id = company AND u.id = unit;
  -- An item lies in the month in which its send was asked for, and may be sent in the next.
  first_month := date_trunc('month', least(any_since, survey_since))::date - interval '1 month';
  SELECT array_agg(DISTINCT s.items_month), sum(s.total), coalesce(array_agg(s.id) FILTER (WHERE s.survey_id = survey), '{}')
  INTO months, items, same_survey
  FROM sends s
  WHERE s.company_id = company AND s.business_unit_id = unit AND s.items_month >= first_month
    AND s.id IS DISTINCT FROM except_send;
  IF months IS NULL OR cardinality(contacts) = 0 THEN
    RETURN;
  END IF;
  -- To be led to one contact's items costs about as much as to read thirty in a row.
  IF items <= 30 * cardinality(contacts) THEN
    RETURN QUERY SELECT * FROM find_quarantined_among(
      company, unit, except_send, contacts, hashes, at, months, same_survey, any_since, survey_since
    );
    RETURN;
  END IF;
  RETURN QUERY EXECUTE $query$
    SELECT judged.contact, judged.reason FROM (
      SELECT wanted.contact, CASE
        WHEN sent.any_survey_since > $9 THEN 'quarantine'
        WHEN sent.same_survey_since > $10 THEN 'quarantine_survey'
      END AS reason
      FROM unnest($3, $4) AS wanted (contact, hash)
      CROSS JOIN LATERAL (
        SELECT max(item.since) AS any_survey_since, max(item.since) FILTER (WHERE item.send_id = ANY($8)) AS same_survey_since
        FROM (
          SELECT i.send_id, CASE i.state WHEN 2 THEN $6 ELSE i.executed_at END AS since FROM send_items i
          WHERE i.company_id = $1 AND i.contact_id = wanted.contact AND (i.items_month + 0) = ANY($5) AND i.state IN (2, 3, 6)
            AND i.business_unit_id = $2
          UNION ALL
          SELECT i.send_id, CASE i.state WHEN 2 THEN $6 ELSE i.executed_at END FROM send_items i
          WHERE i.company_id = $1 AND i.address_hash = wanted.hash AND (i.items_month + 0) = ANY($5) AND i.state IN (2, 3, 6)
            AND i.business_unit_id = $2
        ) AS item
        WHERE item.send_id IS DISTINCT FROM $7
      ) AS sent
    ) AS judged
    WHERE judged.reason IS NOT NULL
  $query$ USING company, unit, contacts, hashes, months, at, except_send, same_survey, any_since, survey_since;
END
$function$;

CREATE OR REPLACE FUNCTION public.find_quarantined_among(company uuid, unit uuid, except_send uuid, contacts uuid[], hashes bytea[], at timestamp with time zone, months date[], same_survey uuid[], any_since timestamp with time zone, survey_since timestamp with time zone)
 RETURNS TABLE(contact_id uuid, reason text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY EXECUTE $query$
    WITH sent AS MATERIALIZED (
      SELECT item.contact_id, item.address_hash, item.sent_at, CASE WHEN item.send_id = ANY($8) THEN item.sent_at END AS same_survey_at
      FROM (
        SELECT i.contact_id, i.address_hash, i.send_id, CASE i.state WHEN 2 THEN $6 ELSE i.executed_at END AS sent_at
        FROM send_items i
        WHERE i.company_id = $1 AND i.items_month = ANY($5) AND i.state IN (2, 3, 6) AND i.business_unit_id = $2
          AND i.send_id IS DISTINCT FROM $7
      ) AS item
      WHERE item.sent_at > least($9, $10)
    ), wanted AS MATERIALIZED (
      SELECT contact, hash FROM unnest($3, $4) AS wanted (contact, hash)
    ), keyed AS (
      SELECT uuid_send(contact) AS key, contact, NULL::timestamptz AS sent_at, NULL::timestamptz AS same_survey_at FROM wanted
      UNION ALL
      SELECT hash, contact, NULL, NULL FROM wanted WHERE hash IS NOT NULL
      UNION ALL
      SELECT uuid_send(contact_id), NULL, sent_at, same_survey_at FROM sent WHERE contact_id IS NOT NULL
      UNION ALL
      SELECT address_hash, NULL, sent_at, same_survey_at FROM sent WHERE address_hash IS NOT NULL
    ), met AS (
      SELECT contact, max(sent_at) OVER same_key AS sent_at, max(same_survey_at) OVER same_key AS same_survey_at
      FROM keyed
      WINDOW same_key AS (PARTITION BY key)
    )
    SELECT judged.contact, judged.reason FROM (
      SELECT contact, CASE
        WHEN max(sent_at) > $9 THEN 'quarantine'
        WHEN max(same_survey_at) > $10 THEN 'quarantine_survey'
      END AS reason
      FROM met
      WHERE contact IS NOT NULL
      GROUP BY contact
    ) AS judged
    WHERE judged.reason IS NOT NULL
  $query$ USING company, unit, contacts, hashes, months, at, except_send, same_survey, any_since, survey_since;
END
$function$;

CREATE OR REPLACE FUNCTION public.find_response_ids(company uuid, items uuid[], ids uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.find_stored_responses(company uuid, items uuid[], ids uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  found uuid[] := find_response_ids(company, items, ids);
BEGIN
  IF found IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN (SELECT json_agg(response) FROM read_responses(company, found) AS response);
END
$function$;

CREATE OR REPLACE FUNCTION public.fold_case(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT translate(lower(words), 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'áàâãäéèêëíìîïóòôõöúùûüçñ') $function$;

CREATE OR REPLACE FUNCTION public.mail_key(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN split_part(address, '@', 2) IN ('gmail.com', 'googlemail.com')
    THEN replace(split_part(split_part(address, '@', 1), '+', 1), '.', '') || '@gmail.com'
    ELSE split_part(split_part(address, '@', 1), '+', 1) || '@' || split_part(address, '@', 2)
  END
$function$;

CREATE OR REPLACE FUNCTION public.make_send_items_months(today date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
DECLARE
  last_day date := date_trunc('month', today) + interval '2 years';
  first_day date;
BEGIN
  PERFORM set_config('lock_timeout', '2s', true);
  PERFORM pg_advisory_xact_lock(hashtext('escuta months of send_items'));
  SELECT least(max(to_date(right(c.relname, 7), 'YYYY_MM')) + interval '1 month', date_trunc('month', today)) INTO first_day
  FROM pg_inherits
  JOIN pg_class c ON c.oid = inhrelid
  WHERE inhparent = 'public.send_items'::regclass AND c.relname ~ '_\d{4}_\d{2}$';
  PERFORM public.ensure_send_items_partition(month::date)
  FROM generate_series(coalesce(first_day, date_trunc('month', today)), last_day, interval '1 month') AS month;
END
$function$;

CREATE OR REPLACE FUNCTION public.mark_contacts_answered(company uuid, marks json)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.mark_contacts_sent(company uuid, ids uuid[], dates timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.move_metric_days(company uuid, changes json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  c metric_daily;
BEGIN
  FOR at IN 0 .. json_array_length(changes) - 1 LOOP
    c := json_populate_record(NULL::metric_daily, changes -> at);
    INSERT INTO metric_daily AS d (company_id, business_unit_id, survey_id, question_key, metric, channel, day, n, sum, sum_sq,
      b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments)
    VALUES (company, c.business_unit_id, c.survey_id, c.question_key, c.metric, c.channel, c.day, c.n, c.sum, c.sum_sq,
      c.b0, c.b1, c.b2, c.b3, c.b4, c.b5, c.b6, c.b7, c.b8, c.b9, c.b10, c.comments)
    ON CONFLICT (company_id, business_unit_id, day, survey_id, question_key, channel) DO UPDATE SET
      n = d.n + excluded.n, sum = d.sum + excluded.sum, sum_sq = d.sum_sq + excluded.sum_sq,
      b0 = d.b0 + excluded.b0, b1 = d.b1 + excluded.b1, b2 = d.b2 + excluded.b2, b3 = d.b3 + excluded.b3,
      b4 = d.b4 + excluded.b4, b5 = d.b5 + excluded.b5, b6 = d.b6 + excluded.b6, b7 = d.b7 + excluded.b7,
      b8 = d.b8 + excluded.b8, b9 = d.b9 + excluded.b9, b10 = d.b10 + excluded.b10,
      comments = d.comments + excluded.comments;
  END LOOP;
END
$function$;

CREATE OR REPLACE FUNCTION public.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT left(sound, 1) || regexp_replace(regexp_replace(substr(sound, 2), '[aeiou]', '', 'g'), '(.)\1+', '\1', 'g')
  FROM (
    SELECT translate(replace(replace(split_part(btrim(search_form(name)), ' ', 1), 'ph', 'f'), 'h', ''), 'zywk', 'sivc')
  ) AS spoken (sound)
$function$;

CREATE OR REPLACE FUNCTION public.read_responses(company uuid, ids uuid[])
 RETURNS TABLE(id uuid, item_id uuid, version text, status text, last_seq integer, score smallint, comment text, day date, answered_at timestamp with time zone, started_at timestamp with time zone, completed_at timestamp with time zone, is_counted boolean, answers json)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.record_answers(company uuid, asked integer, changed json, begun json, answers json, evidence json, marks json, events json, scores json, invitations json, surveys json)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.record_send_evidence(company uuid, evidence json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO send_evidence (company_id, item_id, kind, at)
  SELECT company, "itemId", kind, min(at)
  FROM json_to_recordset(evidence) AS told ("itemId" uuid, kind text, at timestamptz)
  GROUP BY "itemId", kind
  ORDER BY "itemId", kind
  ON CONFLICT DO NOTHING;
END
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;

CREATE OR REPLACE FUNCTION public.search_form(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT translate(
    translate(lower(words), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'),
    'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucn')
$function$;

CREATE OR REPLACE FUNCTION public.survey_status(company uuid, survey uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN (SELECT status FROM surveys WHERE company_id = company AND id = survey);
END
$function$;

CREATE OR REPLACE FUNCTION public.take_mailboxes(company uuid, unit uuid, send uuid, mailboxes bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  planned_since timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(mailbox.key) FROM (
    SELECT DISTINCT key FROM unnest(mailboxes) AS wanted (key) ORDER BY key OFFSET 0
  ) AS mailbox;
  SELECT s.created_at - interval '10 minutes' INTO planned_since FROM sends s WHERE s.company_id = company AND s.id = send;
  RETURN EXISTS (
    SELECT FROM sends s
    WHERE s.company_id = company AND s.business_unit_id = unit AND s.finished_at IS NULL AND s.id <> send
  ) OR EXISTS (
    SELECT FROM sends s
    WHERE s.company_id = company AND s.business_unit_id = unit AND s.finished_at >= planned_since AND s.id <> send
  );
END
$function$;

CREATE OR REPLACE FUNCTION public.tel_key(tel text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE
    WHEN tel ~ '^\+55[0-9]{2}9[6-9][0-9]{7}$' THEN left(tel, 5) || right(tel, 8)
    WHEN tel ~ '^\+549[0-9]{10}$' THEN '+54' || right(tel, 10)
    WHEN tel ~ '^\+521[0-9]{10}$' THEN '+52' || right(tel, 10)
    ELSE tel
  END
$function$;

CREATE OR REPLACE FUNCTION public.unit_timezone(company uuid, unit uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN (SELECT timezone FROM business_units WHERE company_id = company AND id = unit);
END
$function$;

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  SELECT encode(
    set_byte(
      overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      6, (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112),
    'hex')::uuid
$function$;

REVOKE ALL ON FUNCTION analyze_contacts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION analyze_contacts() TO escuta_system;
ALTER FUNCTION find_contacts(uuid,uuid,uuid,text,integer) OWNER TO escuta_search;
REVOKE ALL ON FUNCTION find_contacts(uuid,uuid,uuid,text,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_contacts(uuid,uuid,uuid,text,integer) TO escuta_company;
ALTER FUNCTION find_contacts_by_custom_fields(uuid,uuid,uuid,text,integer) OWNER TO escuta_search;
REVOKE ALL ON FUNCTION find_contacts_by_custom_fields(uuid,uuid,uuid,text,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_contacts_by_custom_fields(uuid,uuid,uuid,text,integer) TO escuta_company;
REVOKE ALL ON FUNCTION make_send_items_months(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_send_items_months(date) TO escuta_system;

CREATE TABLE account_accesses (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  reason text NOT NULL,
  began_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT account_accesses_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT account_accesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT account_accesses_check CHECK ((ends_at > began_at)),
  CONSTRAINT account_accesses_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 300)))
);
CREATE INDEX account_accesses_open ON public.account_accesses USING btree (user_id, company_id, ends_at) WHERE (ended_at IS NULL);
ALTER TABLE account_accesses ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_accesses FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON account_accesses AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON account_accesses AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE (ended_at) ON account_accesses TO escuta_company;
GRANT SELECT ON account_accesses TO escuta_system;

CREATE TABLE answered_invitations (
  company_id uuid NOT NULL,
  item_id uuid NOT NULL,
  CONSTRAINT answered_invitations_pkey PRIMARY KEY (company_id, item_id),
  CONSTRAINT answered_invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
ALTER TABLE answered_invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE answered_invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON answered_invitations AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT ON answered_invitations TO escuta_company;

CREATE TABLE answers (
  company_id uuid NOT NULL,
  response_id uuid NOT NULL,
  question_key text NOT NULL,
  seq integer NOT NULL,
  number smallint,
  text text,
  answered_at timestamp with time zone NOT NULL,
  CONSTRAINT answers_pkey PRIMARY KEY (company_id, response_id, question_key),
  CONSTRAINT answers_check CHECK (((number IS NULL) <> (text IS NULL)))
);
ALTER TABLE answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE answers FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON answers AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON answers TO escuta_company;

CREATE TABLE audit_events (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  business_unit_id uuid,
  actor_type text NOT NULL,
  actor_id uuid,
  actor_name text,
  actor_role text,
  action text NOT NULL,
  target_type text,
  target_id text,
  target_label text,
  before jsonb,
  after jsonb,
  ip text,
  result text NOT NULL,
  CONSTRAINT audit_events_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT audit_events_actor_type_check CHECK ((actor_type = ANY (ARRAY['user'::text, 'staff'::text, 'system'::text]))),
  CONSTRAINT audit_events_result_check CHECK ((result = ANY (ARRAY['done'::text, 'refused'::text])))
);
CREATE INDEX audit_events_actor ON public.audit_events USING btree (company_id, actor_id, at DESC);
CREATE INDEX audit_events_newest ON public.audit_events USING btree (company_id, at DESC, id DESC);
CREATE INDEX audit_events_of_contact ON public.audit_events USING btree (company_id, target_id, at DESC, id DESC) WHERE (target_type = 'contact'::text);
CREATE INDEX audit_events_settings ON public.audit_events USING btree (company_id, target_type, target_id, at DESC) WHERE (action = ANY (ARRAY['company.changed'::text, 'business_unit.changed'::text]));
CREATE INDEX audit_events_sign_in_settings ON public.audit_events USING btree (company_id, target_type, target_id, at DESC) WHERE (action = 'company.sign_in_changed'::text);
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON audit_events AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY only_names_of_contacts ON audit_events AS RESTRICTIVE FOR UPDATE TO escuta_company USING ((target_type = 'contact'::text)) WITH CHECK ((target_label IS NULL));
CREATE POLICY retention_delete ON audit_events AS PERMISSIVE FOR DELETE TO escuta_system USING ((at < (now() - '182 days'::interval)));
CREATE POLICY retention_read ON audit_events AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
CREATE POLICY retention_update ON audit_events AS PERMISSIVE FOR UPDATE TO escuta_system USING ((at < (now() - '182 days'::interval))) WITH CHECK ((ip IS NULL));
CREATE POLICY system ON audit_events AS PERMISSIVE FOR INSERT TO escuta_system WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (target_label) ON audit_events TO escuta_company;
GRANT SELECT (at, company_id, id, ip), INSERT, UPDATE (ip), DELETE ON audit_events TO escuta_system;

CREATE TABLE authenticators (
  user_id uuid NOT NULL,
  sealed_key bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint NOT NULL,
  CONSTRAINT authenticators_pkey PRIMARY KEY (user_id),
  CONSTRAINT authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE authenticators ENABLE ROW LEVEL SECURITY;
ALTER TABLE authenticators FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON authenticators AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON authenticators TO escuta_system;

CREATE TABLE bulk_action_contacts (
  company_id uuid NOT NULL,
  bulk_action_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  changed_at timestamp with time zone,
  changed_tags text[],
  CONSTRAINT bulk_action_contacts_pkey PRIMARY KEY (company_id, bulk_action_id, contact_id),
  CONSTRAINT bulk_action_contacts_company_id_bulk_action_id_fkey FOREIGN KEY (company_id, bulk_action_id) REFERENCES bulk_actions(company_id, id),
  CONSTRAINT bulk_action_contacts_changed_check CHECK (((changed_at IS NULL) = (changed_tags IS NULL)))
);
CREATE INDEX bulk_action_contacts_changed ON public.bulk_action_contacts USING btree (company_id, contact_id) WHERE (changed_at IS NOT NULL);
CREATE INDEX bulk_action_contacts_waiting ON public.bulk_action_contacts USING btree (company_id, bulk_action_id, contact_id) WHERE (changed_at IS NULL);
ALTER TABLE bulk_action_contacts ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_action_contacts FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bulk_action_contacts AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE (changed_at, changed_tags), DELETE ON bulk_action_contacts TO escuta_company;

CREATE TABLE bulk_actions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  kind text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  comments text,
  status text NOT NULL DEFAULT 'running'::text,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  actor jsonb NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT bulk_actions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT bulk_actions_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT bulk_actions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT bulk_actions_comments_check CHECK ((comments = ANY (ARRAY['remove'::text, 'mask'::text]))),
  CONSTRAINT bulk_actions_ended_check CHECK (((status = 'running'::text) = (ended_at IS NULL))),
  CONSTRAINT bulk_actions_kind_check CHECK ((kind = ANY (ARRAY['tag'::text, 'untag'::text, 'anonymize'::text, 'delete'::text]))),
  CONSTRAINT bulk_actions_kind_comments_check CHECK (((kind = ANY (ARRAY['anonymize'::text, 'delete'::text])) = (comments IS NOT NULL))),
  CONSTRAINT bulk_actions_kind_tags_check CHECK (((kind = ANY (ARRAY['tag'::text, 'untag'::text])) = (cardinality(tags) > 0))),
  CONSTRAINT bulk_actions_status_check CHECK ((status = ANY (ARRAY['running'::text, 'finished'::text, 'cancelled'::text, 'error'::text])))
);
CREATE INDEX bulk_actions_newest ON public.bulk_actions USING btree (company_id, business_unit_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX bulk_actions_running ON public.bulk_actions USING btree (company_id, business_unit_id) WHERE (status = 'running'::text);
ALTER TABLE bulk_actions ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_actions FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bulk_actions AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON bulk_actions AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE ON bulk_actions TO escuta_company;
GRANT SELECT (company_id, id, moved_at, status) ON bulk_actions TO escuta_system;

CREATE TABLE business_units (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  timezone text NOT NULL DEFAULT 'America/Sao_Paulo'::text,
  nps_enabled boolean NOT NULL DEFAULT true,
  reviews_enabled boolean NOT NULL DEFAULT false,
  surveys_enabled boolean NOT NULL DEFAULT true,
  ai_enabled boolean NOT NULL DEFAULT false,
  pending_payment boolean NOT NULL DEFAULT false,
  stripe_customer text,
  brand_color text NOT NULL DEFAULT '#0F766E'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  quarantine_days smallint NOT NULL DEFAULT 30,
  survey_quarantine_days smallint NOT NULL DEFAULT 90,
  dashboard_enabled boolean NOT NULL DEFAULT true,
  CONSTRAINT business_units_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT business_units_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT business_units_quarantine_days_check CHECK (((quarantine_days >= 0) AND (quarantine_days <= 365))),
  CONSTRAINT business_units_survey_quarantine_days_check CHECK (((survey_quarantine_days >= 0) AND (survey_quarantine_days <= 365)))
);
ALTER TABLE business_units ENABLE ROW LEVEL SECURITY;
ALTER TABLE business_units FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON business_units AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON business_units TO escuta_company;

CREATE TABLE companies (
  id uuid NOT NULL,
  link_key bigint NOT NULL,
  name text NOT NULL,
  language text NOT NULL DEFAULT 'pt'::text,
  active boolean NOT NULL DEFAULT true,
  wizard boolean NOT NULL DEFAULT false,
  force_authenticator boolean NOT NULL DEFAULT false,
  trial_expires_at timestamp with time zone,
  is_trial boolean NOT NULL DEFAULT false,
  allow_beta boolean NOT NULL DEFAULT false,
  allow_ticketing boolean NOT NULL DEFAULT false,
  unknown_policy text NOT NULL DEFAULT 'no_duplicates'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  federated_login text NOT NULL DEFAULT 'off'::text,
  federated_tenant text,
  timezone text NOT NULL DEFAULT 'America/Sao_Paulo'::text,
  languages text[] NOT NULL DEFAULT '{pt}'::text[],
  brand_color text NOT NULL DEFAULT '#0F766E'::text,
  logo_key text,
  allowed_networks text[] NOT NULL DEFAULT '{}'::text[],
  session_idle_minutes integer,
  CONSTRAINT companies_pkey PRIMARY KEY (id),
  CONSTRAINT companies_link_key_key UNIQUE (link_key),
  CONSTRAINT companies_federated_login_check CHECK ((federated_login = ANY (ARRAY['off'::text, 'allowed'::text, 'required'::text]))),
  CONSTRAINT companies_federated_tenant_check CHECK (((federated_login = 'off'::text) OR (federated_tenant IS NOT NULL))),
  CONSTRAINT companies_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'es'::text, 'en'::text]))),
  CONSTRAINT companies_session_idle_minutes_check CHECK (((session_idle_minutes >= 15) AND (session_idle_minutes <= 10080))),
  CONSTRAINT companies_unknown_policy_check CHECK ((unknown_policy = ANY (ARRAY['no_duplicates'::text, 'prefer_delivery'::text])))
);
ALTER TABLE companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON companies AS PERMISSIVE FOR ALL TO escuta_company USING ((id = current_company()));
CREATE POLICY system ON companies AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, UPDATE (allowed_networks, brand_color, federated_login, federated_tenant, force_authenticator, language, languages, logo_key, name, session_idle_minutes, timezone) ON companies TO escuta_company;
GRANT SELECT, INSERT, UPDATE ON companies TO escuta_system;

CREATE TABLE company_managers (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT company_managers_pkey PRIMARY KEY (company_id, user_id),
  CONSTRAINT company_managers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  CONSTRAINT company_managers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX company_managers_user ON public.company_managers USING btree (user_id);
ALTER TABLE company_managers ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_managers FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON company_managers AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON company_managers TO escuta_system;

CREATE TABLE contact_companies (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  cnpj text,
  market_segment text,
  created_import_id uuid,
  CONSTRAINT contact_companies_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT contact_companies_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT contact_companies_cnpj_check CHECK ((cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'::text))
);
CREATE UNIQUE INDEX contact_companies_cnpj ON public.contact_companies USING btree (company_id, business_unit_id, cnpj) WHERE (cnpj IS NOT NULL);
CREATE INDEX contact_companies_created_import ON public.contact_companies USING btree (company_id, created_import_id, id) WHERE (created_import_id IS NOT NULL);
CREATE UNIQUE INDEX contact_companies_name ON public.contact_companies USING btree (company_id, business_unit_id, lower(name));
ALTER TABLE contact_companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_companies FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_companies AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON contact_companies TO escuta_company;

CREATE TABLE contact_consents (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  channel text NOT NULL,
  purpose text NOT NULL,
  status text NOT NULL,
  basis text NOT NULL,
  source text NOT NULL,
  text_version text,
  ip text,
  recorded_by uuid,
  recorded_by_name text,
  at timestamp with time zone NOT NULL,
  merge_id uuid,
  CONSTRAINT contact_consents_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT contact_consents_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT contact_consents_basis_check CHECK ((basis = ANY (ARRAY['consent'::text, 'legitimate_interest'::text, 'contract'::text, 'guardian_consent'::text]))),
  CONSTRAINT contact_consents_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text]))),
  CONSTRAINT contact_consents_purpose_check CHECK ((purpose = 'surveys'::text)),
  CONSTRAINT contact_consents_source_check CHECK ((source = ANY (ARRAY['contact'::text, 'staff'::text]))),
  CONSTRAINT contact_consents_status_check CHECK ((status = ANY (ARRAY['granted'::text, 'withdrawn'::text])))
);
CREATE INDEX contact_consents_newest ON public.contact_consents USING btree (company_id, contact_id, at DESC, id DESC);
ALTER TABLE contact_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_consents FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_consents AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY only_copies ON contact_consents AS RESTRICTIVE FOR DELETE TO escuta_company USING ((merge_id IS NOT NULL));
CREATE POLICY only_what_identifies ON contact_consents AS RESTRICTIVE FOR UPDATE TO escuta_company USING (true) WITH CHECK (((ip IS NULL) AND (text_version IS NULL)));
GRANT SELECT, INSERT, UPDATE (ip, text_version), DELETE ON contact_consents TO escuta_company;

CREATE TABLE contact_import_changes (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  before jsonb NOT NULL,
  CONSTRAINT contact_import_changes_pkey PRIMARY KEY (company_id, import_id, contact_id),
  CONSTRAINT contact_import_changes_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_import_changes_contact ON public.contact_import_changes USING btree (company_id, contact_id);
CREATE INDEX contact_import_changes_old ON public.contact_import_changes USING btree (changed_at);
ALTER TABLE contact_import_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_import_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_import_changes AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON contact_import_changes AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON contact_import_changes TO escuta_company;
GRANT SELECT (changed_at, company_id) ON contact_import_changes TO escuta_system;

CREATE TABLE contact_imports (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  met_at timestamp with time zone NOT NULL,
  CONSTRAINT contact_imports_pkey PRIMARY KEY (company_id, import_id, contact_id)
);
CREATE INDEX contact_imports_contact ON public.contact_imports USING btree (company_id, contact_id);
ALTER TABLE contact_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_imports FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_imports AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY search ON contact_imports AS PERMISSIVE FOR SELECT TO escuta_search USING (true);
GRANT SELECT, INSERT, DELETE ON contact_imports TO escuta_company;
GRANT SELECT (company_id, contact_id, import_id) ON contact_imports TO escuta_search;

CREATE TABLE contact_merges (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  absorbed_id uuid NOT NULL,
  merged_at timestamp with time zone NOT NULL,
  merged_by uuid,
  merged_by_name text,
  undone_at timestamp with time zone,
  before jsonb,
  moved jsonb,
  dropped_external_id text,
  CONSTRAINT contact_merges_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT contact_merges_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id)
);
CREATE INDEX contact_merges_absorbed ON public.contact_merges USING btree (company_id, absorbed_id, merged_at);
CREATE INDEX contact_merges_contact ON public.contact_merges USING btree (company_id, contact_id, merged_at);
CREATE INDEX contact_merges_dropped ON public.contact_merges USING btree (company_id, business_unit_id, dropped_external_id) WHERE (dropped_external_id IS NOT NULL);
CREATE INDEX contact_merges_kept ON public.contact_merges USING btree (merged_at) WHERE (before IS NOT NULL);
ALTER TABLE contact_merges ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_merges FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_merges AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON contact_merges AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE ON contact_merges TO escuta_company;
GRANT SELECT (before, company_id, merged_at) ON contact_merges TO escuta_system;

CREATE TABLE contacts (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  name text NOT NULL,
  email text,
  tel text,
  contact_company_id uuid,
  custom_fields jsonb NOT NULL DEFAULT '{}'::jsonb,
  source text NOT NULL DEFAULT 'manual'::text,
  last_sent_at timestamp with time zone,
  last_answered_at timestamp with time zone,
  last_score smallint,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  search_text text GENERATED ALWAYS AS (search_form(((((name || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(tel, ''::text)))) STORED,
  last_metric text,
  birthday date,
  anonymized_at timestamp with time zone,
  external_id text,
  language text,
  timezone text,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  created_import_id uuid,
  custom_search_text text,
  email_hash bytea GENERATED ALWAYS AS (address_hash(email)) STORED,
  tel_hash bytea GENERATED ALWAYS AS (address_hash(tel)) STORED,
  CONSTRAINT contacts_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT contacts_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT contacts_company_id_contact_company_id_fkey FOREIGN KEY (company_id, contact_company_id) REFERENCES contact_companies(company_id, id),
  CONSTRAINT contacts_anonymized_check CHECK (((anonymized_at IS NULL) OR ((name = ''::text) AND (email IS NULL) AND (tel IS NULL) AND (birthday IS NULL) AND (contact_company_id IS NULL) AND (custom_fields = '{}'::jsonb) AND (external_id IS NULL) AND (language IS NULL) AND (timezone IS NULL) AND (tags = '{}'::text[])))),
  CONSTRAINT contacts_email_check CHECK ((email = lower(email))),
  CONSTRAINT contacts_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'es'::text, 'en'::text]))),
  CONSTRAINT contacts_last_metric_check CHECK ((last_metric = ANY (ARRAY['nps'::text, 'csat'::text, 'ces'::text]))),
  CONSTRAINT contacts_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'import'::text, 'integration'::text, 'demo'::text]))),
  CONSTRAINT contacts_tel_check CHECK ((tel ~ '^\+[1-9][0-9]{6,14}$'::text))
) WITH (fillfactor=75);
CREATE INDEX contacts_by_id ON public.contacts USING btree (company_id, business_unit_id, id);
CREATE INDEX contacts_company ON public.contacts USING btree (company_id, contact_company_id, business_unit_id, created_at DESC, id DESC) WHERE (contact_company_id IS NOT NULL);
CREATE INDEX contacts_custom_search ON public.contacts USING gin (((business_unit_id)::text), custom_search_text gin_trgm_ops) WHERE (custom_search_text IS NOT NULL);
CREATE UNIQUE INDEX contacts_email ON public.contacts USING btree (company_id, business_unit_id, email) WHERE (email IS NOT NULL);
CREATE INDEX contacts_email_hash ON public.contacts USING btree (company_id, email_hash) WHERE (email_hash IS NOT NULL);
CREATE UNIQUE INDEX contacts_external_id ON public.contacts USING btree (company_id, business_unit_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX contacts_name ON public.contacts USING btree (company_id, business_unit_id, name, id);
CREATE INDEX contacts_newest ON public.contacts USING btree (company_id, business_unit_id, created_at DESC, id DESC);
CREATE INDEX contacts_search ON public.contacts USING gin (business_unit_id, search_text gin_trgm_ops);
CREATE INDEX contacts_tagged ON public.contacts USING btree (company_id, business_unit_id, id) WHERE (tags <> '{}'::text[]);
CREATE UNIQUE INDEX contacts_tel ON public.contacts USING btree (company_id, business_unit_id, tel) WHERE (tel IS NOT NULL);
CREATE INDEX contacts_tel_hash ON public.contacts USING btree (company_id, tel_hash) WHERE (tel_hash IS NOT NULL);
CREATE INDEX contacts_unit ON public.contacts USING btree (company_id, business_unit_id);
ALTER TABLE contacts ENABLE ROW LEVEL SECURITY;
ALTER TABLE contacts FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contacts AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY narrowed ON contacts AS RESTRICTIVE FOR ALL TO escuta_narrowed USING ((custom_fields @> (convert_from(decode(NULLIF(current_setting('app.narrowing'::text, true), ''::text), 'hex'::text), 'UTF8'::name))::jsonb));
CREATE POLICY search ON contacts AS PERMISSIVE FOR SELECT TO escuta_search USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON contacts TO escuta_company;
GRANT SELECT (business_unit_id, company_id, created_at, custom_search_text, id, name, search_text) ON contacts TO escuta_search;

CREATE TABLE custom_fields (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  internal_name text NOT NULL,
  label text NOT NULL,
  type text NOT NULL,
  options text[] NOT NULL DEFAULT '{}'::text[],
  required boolean NOT NULL DEFAULT false,
  sensitive boolean NOT NULL DEFAULT false,
  searchable boolean NOT NULL DEFAULT false,
  place integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  search_fill_id uuid,
  CONSTRAINT custom_fields_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT custom_fields_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT custom_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'date'::text, 'cpf'::text, 'number'::text, 'cnpj'::text, 'select'::text])))
);
CREATE UNIQUE INDEX custom_fields_internal_name ON public.custom_fields USING btree (company_id, internal_name);
CREATE UNIQUE INDEX custom_fields_label ON public.custom_fields USING btree (company_id, lower(label));
CREATE INDEX custom_fields_to_fill ON public.custom_fields USING btree (updated_at) WHERE (search_fill_id IS NOT NULL);
ALTER TABLE custom_fields ENABLE ROW LEVEL SECURITY;
ALTER TABLE custom_fields FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON custom_fields AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON custom_fields AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON custom_fields TO escuta_company;
GRANT SELECT (company_id, search_fill_id, updated_at) ON custom_fields TO escuta_system;

CREATE TABLE duplicate_pairs (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  one_id uuid NOT NULL,
  one_unit_id uuid NOT NULL,
  other_id uuid NOT NULL,
  other_unit_id uuid NOT NULL,
  reasons text[] NOT NULL,
  found_at timestamp with time zone NOT NULL,
  dismissed_at timestamp with time zone,
  dismissed_by uuid,
  CONSTRAINT duplicate_pairs_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT duplicate_pairs_company_id_one_id_fkey FOREIGN KEY (company_id, one_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  CONSTRAINT duplicate_pairs_company_id_other_id_fkey FOREIGN KEY (company_id, other_id) REFERENCES contacts(company_id, id) ON DELETE CASCADE,
  CONSTRAINT duplicate_pairs_reasons_check CHECK (((reasons <@ ARRAY['document'::text, 'email'::text, 'phone'::text, 'name'::text]) AND (cardinality(reasons) > 0)))
);
CREATE UNIQUE INDEX duplicate_pairs_of ON public.duplicate_pairs USING btree (company_id, one_id, other_id);
CREATE INDEX duplicate_pairs_other ON public.duplicate_pairs USING btree (company_id, other_id);
CREATE INDEX duplicate_pairs_other_unit ON public.duplicate_pairs USING btree (company_id, other_unit_id, id) WHERE (dismissed_at IS NULL);
CREATE INDEX duplicate_pairs_unit ON public.duplicate_pairs USING btree (company_id, one_unit_id, id) WHERE (dismissed_at IS NULL);
ALTER TABLE duplicate_pairs ENABLE ROW LEVEL SECURITY;
ALTER TABLE duplicate_pairs FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON duplicate_pairs AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON duplicate_pairs TO escuta_company;

CREATE TABLE duplicate_searches (
  company_id uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  searched_at timestamp with time zone,
  CONSTRAINT duplicate_searches_pkey PRIMARY KEY (company_id),
  CONSTRAINT duplicate_searches_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
ALTER TABLE duplicate_searches ENABLE ROW LEVEL SECURITY;
ALTER TABLE duplicate_searches FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON duplicate_searches AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON duplicate_searches AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE ON duplicate_searches TO escuta_company;
GRANT SELECT ON duplicate_searches TO escuta_system;

CREATE TABLE export_parts (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  export_id uuid NOT NULL,
  part_no integer,
  is_dropped boolean NOT NULL DEFAULT false,
  CONSTRAINT export_parts_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT export_parts_company_id_export_id_fkey FOREIGN KEY (company_id, export_id) REFERENCES exports(company_id, id)
);
CREATE INDEX export_parts_dropped ON public.export_parts USING btree (company_id, id) WHERE is_dropped;
CREATE INDEX export_parts_of ON public.export_parts USING btree (company_id, export_id, part_no);
ALTER TABLE export_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE export_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON export_parts AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON export_parts AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON export_parts TO escuta_company;
GRANT SELECT (company_id, id, is_dropped) ON export_parts TO escuta_system;

CREATE TABLE exports (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  format text NOT NULL,
  asked jsonb NOT NULL,
  names_people boolean NOT NULL,
  survey_title text,
  export_mode text,
  watermark timestamp with time zone,
  layout jsonb,
  generation integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  read_key jsonb,
  is_read boolean NOT NULL DEFAULT false,
  total_rows integer NOT NULL DEFAULT 0,
  done_rows integer NOT NULL DEFAULT 0,
  moved_at timestamp with time zone NOT NULL,
  file_id uuid,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT exports_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT exports_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT exports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT exports_export_mode_check CHECK ((export_mode = ANY (ARRAY['responses'::text, 'questions'::text]))),
  CONSTRAINT exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'json'::text]))),
  CONSTRAINT exports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'finished'::text, 'error'::text, 'cancelled'::text]))),
  CONSTRAINT exports_type_check CHECK ((type = ANY (ARRAY['export_contacts'::text, 'export_single_survey'::text, 'export_multi_survey'::text, 'export_sends'::text])))
);
CREATE UNIQUE INDEX exports_file ON public.exports USING btree (company_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX exports_kept ON public.exports USING btree (ended_at) WHERE (file_id IS NOT NULL);
CREATE INDEX exports_newest ON public.exports USING btree (company_id, business_unit_id, created_at DESC, id DESC);
CREATE INDEX exports_newest_of_all ON public.exports USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX exports_running ON public.exports USING btree (company_id, business_unit_id) WHERE (status = 'running'::text);
CREATE INDEX exports_unfinished ON public.exports USING btree (company_id, id) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
ALTER TABLE exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE exports FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON exports AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON exports AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE ON exports TO escuta_company;
GRANT SELECT (business_unit_id, company_id, created_at, created_by, done_rows, ended_at, export_mode, file_id, format, id, moved_at, names_people, status, survey_title, total_rows, type) ON exports TO escuta_system;

CREATE TABLE federated_handovers (
  code_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  keep_signed_in boolean NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT federated_handovers_pkey PRIMARY KEY (code_hash),
  CONSTRAINT federated_handovers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX federated_handovers_expiry ON public.federated_handovers USING btree (expires_at);
CREATE INDEX federated_handovers_user ON public.federated_handovers USING btree (user_id);
ALTER TABLE federated_handovers ENABLE ROW LEVEL SECURITY;
ALTER TABLE federated_handovers FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON federated_handovers AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON federated_handovers TO escuta_system;

CREATE TABLE idempotency_keys (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  key text NOT NULL,
  route text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (company_id, user_id, key),
  CONSTRAINT idempotency_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (company_id, created_at);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON idempotency_keys AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON idempotency_keys AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO escuta_company;
GRANT SELECT, DELETE ON idempotency_keys TO escuta_system;

CREATE TABLE import_mappings (
  company_id uuid NOT NULL,
  header_hash bytea NOT NULL,
  mapping jsonb NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT import_mappings_pkey PRIMARY KEY (company_id, header_hash),
  CONSTRAINT import_mappings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
ALTER TABLE import_mappings ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_mappings FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON import_mappings AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON import_mappings TO escuta_company;

CREATE TABLE import_rehearsals (
  company_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  id uuid NOT NULL,
  settings jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  total_rows integer NOT NULL DEFAULT 0,
  created_rows integer NOT NULL DEFAULT 0,
  updated_rows integer NOT NULL DEFAULT 0,
  unchanged_rows integer NOT NULL DEFAULT 0,
  rejected_rows integer NOT NULL DEFAULT 0,
  warned_rows integer NOT NULL DEFAULT 0,
  issues jsonb NOT NULL DEFAULT '[]'::jsonb,
  error text,
  created_at timestamp with time zone NOT NULL,
  moved_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT import_rehearsals_pkey PRIMARY KEY (company_id, upload_id),
  CONSTRAINT import_rehearsals_company_id_upload_id_fkey FOREIGN KEY (company_id, upload_id) REFERENCES import_uploads(company_id, id) ON DELETE CASCADE,
  CONSTRAINT import_rehearsals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'finished'::text, 'error'::text])))
);
CREATE INDEX import_rehearsals_unfinished ON public.import_rehearsals USING btree (moved_at) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
ALTER TABLE import_rehearsals ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_rehearsals FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON import_rehearsals AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON import_rehearsals AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON import_rehearsals TO escuta_company;
GRANT SELECT (company_id, created_at, id, moved_at, status, upload_id) ON import_rehearsals TO escuta_system;

CREATE TABLE import_row_errors (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  row_no integer NOT NULL,
  reason text NOT NULL,
  column_name text,
  cells text[] NOT NULL,
  is_warning boolean NOT NULL DEFAULT false,
  further jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT import_row_errors_pkey PRIMARY KEY (company_id, import_id, row_no),
  CONSTRAINT import_row_errors_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES imports(company_id, id)
);
ALTER TABLE import_row_errors ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_row_errors FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON import_row_errors AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE (cells) ON import_row_errors TO escuta_company;

CREATE TABLE import_uploads (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  file_key text NOT NULL,
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  preview jsonb NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  unstarted_since timestamp with time zone,
  type text NOT NULL DEFAULT 'import_contacts'::text,
  survey_id uuid,
  file_removed_at timestamp with time zone,
  CONSTRAINT import_uploads_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT import_uploads_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT import_uploads_company_id_survey_id_fkey FOREIGN KEY (company_id, survey_id) REFERENCES surveys(company_id, id),
  CONSTRAINT import_uploads_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT import_uploads_check CHECK (((type = 'import_answers'::text) = (survey_id IS NOT NULL))),
  CONSTRAINT import_uploads_type_check CHECK ((type = ANY (ARRAY['import_contacts'::text, 'import_answers'::text])))
);
CREATE INDEX import_uploads_read ON public.import_uploads USING btree (company_id, id) WHERE ((unstarted_since IS NULL) AND (file_removed_at IS NULL));
CREATE INDEX import_uploads_unstarted ON public.import_uploads USING btree (unstarted_since) WHERE (unstarted_since IS NOT NULL);
ALTER TABLE import_uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON import_uploads AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON import_uploads AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE (file_removed_at, preview, unstarted_since), DELETE ON import_uploads TO escuta_company;
GRANT SELECT (company_id, file_key, file_name, file_removed_at, id, unstarted_since) ON import_uploads TO escuta_system;

CREATE TABLE imports (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  mode text NOT NULL,
  has_header boolean NOT NULL,
  mapping jsonb NOT NULL,
  total_rows integer NOT NULL DEFAULT 0,
  done_rows integer NOT NULL DEFAULT 0,
  created_rows integer NOT NULL DEFAULT 0,
  updated_rows integer NOT NULL DEFAULT 0,
  unchanged_rows integer NOT NULL DEFAULT 0,
  rejected_rows integer NOT NULL DEFAULT 0,
  error text,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  read_rows integer NOT NULL DEFAULT 0,
  read_bytes bigint NOT NULL DEFAULT 0,
  still_at text,
  still_since timestamp with time zone,
  revived_at timestamp with time zone,
  warned_rows integer NOT NULL DEFAULT 0,
  title_case boolean NOT NULL DEFAULT false,
  day_order text NOT NULL DEFAULT 'day-month'::text,
  blank_cells text NOT NULL DEFAULT 'keep'::text,
  undo_asked_at timestamp with time zone,
  undone_at timestamp with time zone,
  undone_rows integer NOT NULL DEFAULT 0,
  undo_after jsonb,
  sets_off boolean NOT NULL DEFAULT false,
  CONSTRAINT imports_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT imports_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT imports_company_id_upload_id_fkey FOREIGN KEY (company_id, upload_id) REFERENCES import_uploads(company_id, id),
  CONSTRAINT imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT imports_blank_cells_check CHECK ((blank_cells = ANY (ARRAY['keep'::text, 'clear'::text]))),
  CONSTRAINT imports_day_order_check CHECK ((day_order = ANY (ARRAY['day-month'::text, 'month-day'::text]))),
  CONSTRAINT imports_mode_check CHECK ((mode = ANY (ARRAY['create'::text, 'update'::text, 'create_and_update'::text]))),
  CONSTRAINT imports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'started'::text, 'running'::text, 'finished'::text, 'error'::text, 'cancelled'::text]))),
  CONSTRAINT imports_type_check CHECK ((type = ANY (ARRAY['import_contacts'::text, 'import_answers'::text])))
);
CREATE INDEX imports_newest ON public.imports USING btree (company_id, business_unit_id, created_at DESC, id DESC);
CREATE INDEX imports_newest_of_all ON public.imports USING btree (created_at DESC, id DESC);
CREATE INDEX imports_unfinished ON public.imports USING btree (company_id, id) WHERE (status = ANY (ARRAY['pending'::text, 'started'::text, 'running'::text]));
CREATE INDEX imports_upload ON public.imports USING btree (company_id, upload_id);
ALTER TABLE imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON imports AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON imports AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE ON imports TO escuta_company;
GRANT SELECT (business_unit_id, company_id, created_at, created_by, created_rows, done_rows, ended_at, error, has_header, id, read_bytes, rejected_rows, revived_at, status, still_at, still_since, total_rows, type, unchanged_rows, undo_asked_at, undone_at, undone_rows, updated_rows, upload_id, warned_rows) ON imports TO escuta_system;

CREATE TABLE incoming_uploads (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  CONSTRAINT incoming_uploads_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT incoming_uploads_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX incoming_uploads_begun ON public.incoming_uploads USING btree (begun_at);
ALTER TABLE incoming_uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE incoming_uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON incoming_uploads AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON incoming_uploads AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON incoming_uploads TO escuta_company;
GRANT SELECT ON incoming_uploads TO escuta_system;

CREATE TABLE invitation_daily (
  company_id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  channel text NOT NULL,
  day date NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  responded integer NOT NULL DEFAULT 0,
  completed integer NOT NULL DEFAULT 0,
  shard smallint NOT NULL DEFAULT 0,
  CONSTRAINT invitation_daily_pkey PRIMARY KEY (company_id, business_unit_id, day, survey_id, channel, shard),
  CONSTRAINT invitation_daily_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text])))
);
ALTER TABLE invitation_daily ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation_daily FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON invitation_daily AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY narrowed ON invitation_daily AS RESTRICTIVE FOR ALL TO escuta_narrowed USING (false);
GRANT SELECT, INSERT, UPDATE ON invitation_daily TO escuta_company;

CREATE TABLE invitations (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  ticketing_role text,
  business_unit_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  exports_personal_data boolean NOT NULL DEFAULT false,
  invited_by uuid,
  invited_by_name text,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  mail_id uuid,
  expires_at timestamp with time zone NOT NULL,
  visited_at timestamp with time zone,
  accepted_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  name text NOT NULL DEFAULT ''::text,
  narrowing_field_id uuid,
  narrowing_value text,
  CONSTRAINT invitations_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT invitations_bound_ticketing_role_check CHECK (((role <> 'agent'::text) OR (NOT (ticketing_role IS DISTINCT FROM 'agent'::text)))),
  CONSTRAINT invitations_email_check CHECK ((email = lower(email))),
  CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['own'::text, 'adm'::text, 'acmng'::text, 'ana'::text, 'pdv'::text, 'readonly'::text, 'notesonly'::text, 'dashonly'::text, 'agent'::text]))),
  CONSTRAINT invitations_ticketing_role_check CHECK ((ticketing_role = ANY (ARRAY['adm'::text, 'ana'::text, 'agent'::text])))
);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (company_id, email) WHERE ((accepted_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX invitations_token ON public.invitations USING btree (token_hash);
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON invitations AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON invitations AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT (accepted_at, business_unit_ids, cancelled_at, company_id, created_at, email, expires_at, exports_personal_data, id, invited_by, invited_by_name, mail_id, name, narrowing_field_id, narrowing_value, role, sent_at, ticketing_role, visited_at), UPDATE (cancelled_at) ON invitations TO escuta_company;
GRANT SELECT, INSERT, UPDATE ON invitations TO escuta_system;

CREATE TABLE lifted_suppressions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  channel text NOT NULL,
  address_hash bytea NOT NULL,
  suppressed_at timestamp with time zone NOT NULL,
  lifted_at timestamp with time zone NOT NULL,
  reason text NOT NULL DEFAULT 'unsubscribed'::text,
  CONSTRAINT lifted_suppressions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT lifted_suppressions_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT lifted_suppressions_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text]))),
  CONSTRAINT lifted_suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'manual'::text])))
);
ALTER TABLE lifted_suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lifted_suppressions FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON lifted_suppressions AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT ON lifted_suppressions TO escuta_company;

CREATE TABLE maintenance (
  id integer NOT NULL,
  began_at timestamp with time zone NOT NULL,
  began_by uuid NOT NULL,
  text jsonb,
  until timestamp with time zone,
  CONSTRAINT maintenance_pkey PRIMARY KEY (id),
  CONSTRAINT maintenance_id_check CHECK ((id = 1))
);
ALTER TABLE maintenance ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON maintenance AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance TO escuta_system;

CREATE TABLE merged_items (
  company_id uuid NOT NULL,
  items_month date NOT NULL,
  item_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  CONSTRAINT merged_items_pkey PRIMARY KEY (company_id, items_month, item_id)
);
CREATE INDEX merged_items_contact ON public.merged_items USING btree (company_id, contact_id);
ALTER TABLE merged_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE merged_items FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON merged_items AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON merged_items TO escuta_company;

CREATE TABLE metric_daily (
  company_id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  question_key text NOT NULL,
  channel text NOT NULL,
  day date NOT NULL,
  n integer NOT NULL DEFAULT 0,
  sum bigint NOT NULL DEFAULT 0,
  sum_sq bigint NOT NULL DEFAULT 0,
  b0 integer NOT NULL DEFAULT 0,
  b1 integer NOT NULL DEFAULT 0,
  b2 integer NOT NULL DEFAULT 0,
  b3 integer NOT NULL DEFAULT 0,
  b4 integer NOT NULL DEFAULT 0,
  b5 integer NOT NULL DEFAULT 0,
  b6 integer NOT NULL DEFAULT 0,
  b7 integer NOT NULL DEFAULT 0,
  b8 integer NOT NULL DEFAULT 0,
  b9 integer NOT NULL DEFAULT 0,
  b10 integer NOT NULL DEFAULT 0,
  comments integer NOT NULL DEFAULT 0,
  metric text NOT NULL,
  CONSTRAINT metric_daily_pkey PRIMARY KEY (company_id, business_unit_id, day, survey_id, question_key, channel),
  CONSTRAINT metric_daily_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text, 'link'::text, 'importado'::text]))),
  CONSTRAINT metric_daily_metric_check CHECK ((metric = ANY (ARRAY['nps'::text, 'csat'::text, 'ces'::text, 'none'::text])))
);
ALTER TABLE metric_daily ENABLE ROW LEVEL SECURITY;
ALTER TABLE metric_daily FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON metric_daily AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY narrowed ON metric_daily AS RESTRICTIVE FOR ALL TO escuta_narrowed USING (false);
GRANT SELECT, INSERT, UPDATE ON metric_daily TO escuta_company;

CREATE TABLE notifications (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  content jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT notifications_pkey PRIMARY KEY (company_id, user_id, id),
  CONSTRAINT notifications_company_id_user_id_kind_subject_id_key UNIQUE (company_id, user_id, kind, subject_id),
  CONSTRAINT notifications_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT notifications_kind_check CHECK ((kind = ANY (ARRAY['import_finished'::text, 'import_failed'::text, 'export_finished'::text, 'export_failed'::text])))
);
CREATE INDEX notifications_unread ON public.notifications USING btree (company_id, user_id) WHERE (read_at IS NULL);
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON notifications AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON notifications TO escuta_company;

CREATE TABLE outbox (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT outbox_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX outbox_oldest ON public.outbox USING btree (id);
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON outbox AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON outbox AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT INSERT ON outbox TO escuta_company;
GRANT SELECT, UPDATE, DELETE ON outbox TO escuta_system;

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON passkeys AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO escuta_system;

CREATE TABLE password_resets (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  link_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  visited_at timestamp with time zone,
  used_at timestamp with time zone,
  CONSTRAINT password_resets_pkey PRIMARY KEY (id),
  CONSTRAINT password_resets_link_hash_key UNIQUE (link_hash),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id, created_at);
ALTER TABLE password_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_resets FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON password_resets AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON password_resets TO escuta_system;

CREATE TABLE person_packages (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  request_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  person_file_id uuid NOT NULL,
  language text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  is_gone boolean NOT NULL DEFAULT false,
  CONSTRAINT person_packages_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT person_packages_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT person_packages_company_id_request_id_fkey FOREIGN KEY (company_id, request_id) REFERENCES privacy_requests(company_id, id),
  CONSTRAINT person_packages_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'es'::text, 'en'::text]))),
  CONSTRAINT person_packages_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'finished'::text, 'removed'::text])))
);
CREATE INDEX person_packages_contact ON public.person_packages USING btree (company_id, contact_id);
CREATE UNIQUE INDEX person_packages_file ON public.person_packages USING btree (company_id, person_file_id);
CREATE INDEX person_packages_kept ON public.person_packages USING btree (created_at) WHERE (NOT is_gone);
CREATE INDEX person_packages_of ON public.person_packages USING btree (company_id, request_id, created_at);
ALTER TABLE person_packages ENABLE ROW LEVEL SECURITY;
ALTER TABLE person_packages FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON person_packages AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON person_packages AS PERMISSIVE FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE ON person_packages TO escuta_company;
GRANT SELECT (company_id, created_at, id, is_gone, status) ON person_packages TO escuta_system;

CREATE TABLE privacy_request_steps (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  user_id uuid,
  user_name text,
  kind text NOT NULL,
  status text NOT NULL,
  identity_check text NOT NULL,
  note text NOT NULL DEFAULT ''::text,
  report jsonb,
  answer text NOT NULL DEFAULT ''::text,
  CONSTRAINT privacy_request_steps_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT privacy_request_steps_company_id_request_id_fkey FOREIGN KEY (company_id, request_id) REFERENCES privacy_requests(company_id, id),
  CONSTRAINT privacy_request_steps_identity_check_check CHECK ((identity_check = ANY (ARRAY['pending'::text, 'confirmed'::text, 'failed'::text]))),
  CONSTRAINT privacy_request_steps_kind_check CHECK ((kind = ANY (ARRAY['received'::text, 'changed'::text, 'collected'::text, 'anonymized'::text, 'deleted'::text]))),
  CONSTRAINT privacy_request_steps_status_check CHECK ((status = ANY (ARRAY['received'::text, 'in_progress'::text, 'done'::text, 'refused'::text])))
);
CREATE INDEX privacy_request_steps_of ON public.privacy_request_steps USING btree (company_id, request_id, at, id);
ALTER TABLE privacy_request_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE privacy_request_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON privacy_request_steps AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON privacy_request_steps AS PERMISSIVE FOR INSERT TO escuta_system WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (answer, note) ON privacy_request_steps TO escuta_company;
GRANT INSERT ON privacy_request_steps TO escuta_system;

CREATE TABLE privacy_requests (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  protocol text NOT NULL,
  type text NOT NULL,
  requester_name text NOT NULL,
  requester_email text NOT NULL,
  details text NOT NULL,
  language text NOT NULL,
  identity_check text NOT NULL DEFAULT 'pending'::text,
  status text NOT NULL DEFAULT 'received'::text,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  handled_by uuid,
  requester_tel text,
  CONSTRAINT privacy_requests_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT privacy_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT privacy_requests_closed_check CHECK (((closed_at IS NOT NULL) = (status = ANY (ARRAY['done'::text, 'refused'::text])))),
  CONSTRAINT privacy_requests_identity_check_check CHECK ((identity_check = ANY (ARRAY['pending'::text, 'confirmed'::text, 'failed'::text]))),
  CONSTRAINT privacy_requests_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'es'::text, 'en'::text]))),
  CONSTRAINT privacy_requests_requester_email_check CHECK ((requester_email = lower(requester_email))),
  CONSTRAINT privacy_requests_status_check CHECK ((status = ANY (ARRAY['received'::text, 'in_progress'::text, 'done'::text, 'refused'::text]))),
  CONSTRAINT privacy_requests_type_check CHECK ((type = ANY (ARRAY['confirmação'::text, 'acesso'::text, 'correção'::text, 'anonimização'::text, 'eliminação'::text, 'portabilidade'::text, 'revogação'::text, 'oposição'::text, 'revisão_automatizada'::text])))
);
CREATE UNIQUE INDEX privacy_requests_protocol ON public.privacy_requests USING btree (company_id, protocol);
CREATE INDEX privacy_requests_requester ON public.privacy_requests USING btree (company_id, requester_email, created_at);
CREATE INDEX privacy_requests_urgent ON public.privacy_requests USING btree (company_id, closed_at DESC, due_at, id);
ALTER TABLE privacy_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE privacy_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON privacy_requests AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON privacy_requests AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, UPDATE ON privacy_requests TO escuta_company;
GRANT SELECT (company_id, created_at, requester_email), INSERT ON privacy_requests TO escuta_system;

CREATE TABLE provider_accounts (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  channel text NOT NULL,
  sender text NOT NULL,
  sealed_url bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone,
  CONSTRAINT provider_accounts_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT provider_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT provider_accounts_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text])))
);
CREATE UNIQUE INDEX provider_accounts_current ON public.provider_accounts USING btree (company_id, channel) WHERE (replaced_at IS NULL);
ALTER TABLE provider_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON provider_accounts AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON provider_accounts TO escuta_company;

CREATE TABLE queued_mails (
  id uuid NOT NULL,
  sealed bytea,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ready_at timestamp with time zone NOT NULL,
  leased_until timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  response text,
  CONSTRAINT queued_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX queued_mails_created ON public.queued_mails USING btree (created_at);
CREATE INDEX queued_mails_ready ON public.queued_mails USING btree (ready_at) WHERE (sealed IS NOT NULL);
ALTER TABLE queued_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE queued_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON queued_mails AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON queued_mails TO escuta_system;

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON recovery_codes AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO escuta_system;

CREATE TABLE replaced_session_tokens (
  token_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  CONSTRAINT replaced_session_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT replaced_session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX replaced_session_tokens_session ON public.replaced_session_tokens USING btree (session_id);
ALTER TABLE replaced_session_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE replaced_session_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON replaced_session_tokens AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT ON replaced_session_tokens TO escuta_system;

CREATE TABLE responses (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  survey_version_id uuid NOT NULL,
  send_id uuid,
  item_id uuid,
  contact_id uuid,
  channel text NOT NULL,
  language text NOT NULL,
  status text NOT NULL,
  last_seq integer NOT NULL,
  score smallint,
  score_group text,
  comment text,
  day date NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  excluded_reason text,
  started_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  metric text NOT NULL,
  origin text NOT NULL DEFAULT 'invitation'::text,
  import_id uuid,
  CONSTRAINT responses_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT responses_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT responses_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  CONSTRAINT responses_company_id_survey_id_fkey FOREIGN KEY (company_id, survey_id) REFERENCES surveys(company_id, id),
  CONSTRAINT responses_company_id_survey_version_id_fkey FOREIGN KEY (company_id, survey_version_id) REFERENCES survey_versions(company_id, id),
  CONSTRAINT responses_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text, 'link'::text, 'importado'::text]))),
  CONSTRAINT responses_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'es'::text, 'en'::text]))),
  CONSTRAINT responses_metric_check CHECK ((metric = ANY (ARRAY['nps'::text, 'csat'::text, 'ces'::text, 'none'::text]))),
  CONSTRAINT responses_origin_check CHECK ((origin = ANY (ARRAY['invitation'::text, 'link'::text, 'import'::text]))),
  CONSTRAINT responses_score_check CHECK (((score >= 0) AND (score <= 10))),
  CONSTRAINT responses_score_group_check CHECK ((score_group = ANY (ARRAY['top'::text, 'middle'::text, 'bottom'::text]))),
  CONSTRAINT responses_status_check CHECK ((status = ANY (ARRAY['started'::text, 'partial'::text, 'complete'::text])))
);
CREATE INDEX responses_comments ON public.responses USING btree (company_id, business_unit_id, answered_at DESC, id DESC) WHERE (comment IS NOT NULL);
CREATE INDEX responses_contact_instant ON public.responses USING btree (company_id, contact_id, answered_at) WHERE (contact_id IS NOT NULL);
CREATE INDEX responses_import ON public.responses USING btree (company_id, import_id, id) WHERE (import_id IS NOT NULL);
CREATE UNIQUE INDEX responses_item ON public.responses USING btree (company_id, item_id) WHERE (item_id IS NOT NULL);
CREATE INDEX responses_newest ON public.responses USING btree (company_id, business_unit_id, answered_at DESC, id DESC);
CREATE INDEX responses_survey ON public.responses USING btree (company_id, survey_id, answered_at DESC);
CREATE INDEX responses_version ON public.responses USING btree (company_id, survey_version_id);
ALTER TABLE responses ENABLE ROW LEVEL SECURITY;
ALTER TABLE responses FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON responses AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY narrowed ON responses AS RESTRICTIVE FOR ALL TO escuta_narrowed USING ((contact_id IS NOT NULL));
CREATE POLICY only_imported ON responses AS RESTRICTIVE FOR DELETE TO escuta_company USING ((import_id IS NOT NULL));
GRANT SELECT, INSERT, UPDATE, DELETE ON responses TO escuta_company;

CREATE TABLE retention_rules (
  company_id uuid NOT NULL,
  kind text NOT NULL,
  days integer NOT NULL,
  reached integer NOT NULL DEFAULT 0,
  ran_at timestamp with time zone,
  CONSTRAINT retention_rules_pkey PRIMARY KEY (company_id, kind),
  CONSTRAINT retention_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT retention_rules_days_check CHECK (((days >= 30) AND (days <= 3650))),
  CONSTRAINT retention_rules_kind_check CHECK ((kind = ANY (ARRAY['identity'::text, 'comments'::text, 'addresses'::text, 'messages'::text, 'logs'::text])))
);
ALTER TABLE retention_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE retention_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON retention_rules AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON retention_rules AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON retention_rules TO escuta_company;
GRANT SELECT, UPDATE (reached) ON retention_rules TO escuta_system;

CREATE TABLE saved_filters (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  list text NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  shared boolean NOT NULL,
  search jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT saved_filters_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT saved_filters_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT saved_filters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT saved_filters_list_check CHECK ((list = ANY (ARRAY['contacts'::text, 'responses'::text, 'queues'::text, 'suppressions'::text])))
);
CREATE UNIQUE INDEX saved_filters_name ON public.saved_filters USING btree (company_id, business_unit_id, list, user_id, lower(name));
ALTER TABLE saved_filters ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_filters FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON saved_filters AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_filters TO escuta_company;

CREATE TABLE schema_functions (
  name text NOT NULL,
  checksum text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT schema_functions_pkey PRIMARY KEY (name, checksum)
);
GRANT SELECT ON schema_functions TO escuta_system;

CREATE TABLE schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  ran_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);
GRANT SELECT ON schema_migrations TO escuta_system;

CREATE TABLE segment_members (
  company_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  CONSTRAINT segment_members_pkey PRIMARY KEY (company_id, segment_id, contact_id),
  CONSTRAINT segment_members_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  CONSTRAINT segment_members_company_id_segment_id_fkey FOREIGN KEY (company_id, segment_id) REFERENCES segments(company_id, id)
);
CREATE INDEX segment_members_contact ON public.segment_members USING btree (company_id, contact_id);
ALTER TABLE segment_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE segment_members FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON segment_members AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, DELETE ON segment_members TO escuta_company;

CREATE TABLE segments (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  definition jsonb,
  counted integer,
  counted_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT segments_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT segments_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT segments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT segments_counted_check CHECK ((((kind = 'segment'::text) = (counted IS NOT NULL)) AND ((counted IS NULL) = (counted_at IS NULL)))),
  CONSTRAINT segments_definition_check CHECK (((kind = 'segment'::text) = (definition IS NOT NULL))),
  CONSTRAINT segments_kind_check CHECK ((kind = ANY (ARRAY['segment'::text, 'list'::text])))
);
CREATE UNIQUE INDEX segments_name ON public.segments USING btree (company_id, business_unit_id, lower(name));
ALTER TABLE segments ENABLE ROW LEVEL SECURITY;
ALTER TABLE segments FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON segments AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE, DELETE ON segments TO escuta_company;

CREATE TABLE send_evidence (
  company_id uuid NOT NULL,
  item_id uuid NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT send_evidence_pkey PRIMARY KEY (company_id, item_id, kind),
  CONSTRAINT send_evidence_kind_check CHECK ((kind = ANY (ARRAY['answer'::text, 'bounce'::text, 'delivery_report'::text, 'open'::text])))
);
ALTER TABLE send_evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_evidence AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT ON send_evidence TO escuta_company;

CREATE TABLE send_items (
  company_id uuid NOT NULL,
  items_month date NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  send_id uuid NOT NULL,
  contact_id uuid,
  channel text NOT NULL,
  address_hash bytea,
  state smallint NOT NULL,
  reason text,
  detail text,
  not_before timestamp with time zone DEFAULT '-infinity'::timestamp with time zone,
  attempt smallint NOT NULL DEFAULT 0,
  lease_token uuid,
  lease_until timestamp with time zone,
  provider_account text,
  provider_id text,
  executed_at timestamp with time zone,
  resent_at timestamp with time zone,
  written_hash bytea,
  address text,
  opened_at timestamp with time zone,
  CONSTRAINT send_items_pkey PRIMARY KEY (company_id, items_month, id),
  CONSTRAINT send_items_one_per_address UNIQUE (company_id, address_hash, send_id, channel, items_month),
  CONSTRAINT send_items_one_per_contact UNIQUE (company_id, contact_id, send_id, channel, items_month),
  CONSTRAINT send_items_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts(company_id, id),
  CONSTRAINT send_items_company_id_send_id_fkey FOREIGN KEY (company_id, send_id) REFERENCES sends(company_id, id),
  CONSTRAINT send_items_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text]))),
  CONSTRAINT send_items_state_check CHECK (((state >= 0) AND (state <= 8)))
) PARTITION BY RANGE (items_month);
CREATE INDEX send_items_due ON ONLY public.send_items USING btree (company_id, send_id, not_before, id) WHERE (not_before IS NOT NULL);
CREATE INDEX send_items_opened ON ONLY public.send_items USING btree (company_id, business_unit_id, opened_at) INCLUDE (contact_id, send_id) WHERE (opened_at IS NOT NULL);
ALTER TABLE send_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_items FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_items AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON send_items TO escuta_company;

CREATE TABLE send_leases (
  company_id uuid NOT NULL,
  lease_token uuid NOT NULL,
  send_id uuid NOT NULL,
  item_ids uuid[] NOT NULL,
  CONSTRAINT send_leases_pkey PRIMARY KEY (company_id, lease_token),
  CONSTRAINT send_leases_company_id_send_id_fkey FOREIGN KEY (company_id, send_id) REFERENCES sends(company_id, id)
);
CREATE INDEX send_leases_send ON public.send_leases USING btree (company_id, send_id);
ALTER TABLE send_leases ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_leases FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_leases AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, DELETE ON send_leases TO escuta_company;

CREATE TABLE send_progress (
  company_id uuid NOT NULL,
  send_id uuid NOT NULL,
  shard smallint NOT NULL,
  planned integer NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0,
  open_unknown integer NOT NULL DEFAULT 0,
  marked integer NOT NULL DEFAULT 0,
  CONSTRAINT send_progress_pkey PRIMARY KEY (company_id, send_id, shard),
  CONSTRAINT send_progress_company_id_send_id_fkey FOREIGN KEY (company_id, send_id) REFERENCES sends(company_id, id)
);
ALTER TABLE send_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_progress AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON send_progress TO escuta_company;

CREATE TABLE send_runnable (
  company_id uuid NOT NULL,
  send_id uuid NOT NULL,
  provider_account text NOT NULL,
  priority smallint NOT NULL DEFAULT 0,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT send_runnable_pkey PRIMARY KEY (company_id, send_id),
  CONSTRAINT send_runnable_company_id_send_id_fkey FOREIGN KEY (company_id, send_id) REFERENCES sends(company_id, id)
);
CREATE INDEX send_runnable_next ON public.send_runnable USING btree (next_at);
ALTER TABLE send_runnable ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_runnable FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_runnable AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON send_runnable AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON send_runnable TO escuta_company;
GRANT SELECT, UPDATE ON send_runnable TO escuta_system;

CREATE TABLE sends (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  survey_version_id uuid NOT NULL,
  type text NOT NULL DEFAULT 'cf'::text,
  channel text NOT NULL,
  status text NOT NULL,
  pause_reason text,
  schedule_type text NOT NULL DEFAULT 'default'::text,
  scheduled_to timestamp with time zone,
  released_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  finished_at timestamp with time zone,
  total integer NOT NULL DEFAULT 0,
  plan_cursor uuid,
  planned_at timestamp with time zone,
  audience jsonb NOT NULL,
  items_month date NOT NULL,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  origin text NOT NULL DEFAULT 'bulk'::text,
  survey_title text NOT NULL DEFAULT ''::text,
  mark_cursor uuid,
  quarantine_ignored_by uuid,
  quarantine_ignored_at timestamp with time zone,
  CONSTRAINT sends_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT sends_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT sends_company_id_survey_id_fkey FOREIGN KEY (company_id, survey_id) REFERENCES surveys(company_id, id),
  CONSTRAINT sends_company_id_survey_version_id_fkey FOREIGN KEY (company_id, survey_version_id) REFERENCES survey_versions(company_id, id),
  CONSTRAINT sends_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT sends_quarantine_ignored_by_fkey FOREIGN KEY (quarantine_ignored_by) REFERENCES users(id),
  CONSTRAINT sends_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text]))),
  CONSTRAINT sends_check CHECK (((schedule_type = 'scheduled'::text) = (scheduled_to IS NOT NULL))),
  CONSTRAINT sends_origin_check CHECK ((origin = ANY (ARRAY['bulk'::text, 'individual'::text, 'integration'::text]))),
  CONSTRAINT sends_quarantine_ignored_check CHECK (((quarantine_ignored_by IS NULL) = (quarantine_ignored_at IS NULL))),
  CONSTRAINT sends_schedule_type_check CHECK ((schedule_type = ANY (ARRAY['default'::text, 'scheduled'::text]))),
  CONSTRAINT sends_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'releasing'::text, 'planning'::text, 'running'::text, 'paused'::text, 'done'::text, 'cancelled'::text]))),
  CONSTRAINT sends_type_check CHECK ((type = ANY (ARRAY['cf'::text, 'nps'::text, 'other'::text])))
);
CREATE INDEX sends_finished ON public.sends USING btree (company_id, business_unit_id, finished_at);
CREATE INDEX sends_newest ON public.sends USING btree (company_id, business_unit_id, created_at DESC, id DESC) WHERE (origin = 'bulk'::text);
CREATE INDEX sends_survey ON public.sends USING btree (company_id, survey_id);
CREATE INDEX sends_version ON public.sends USING btree (company_id, survey_version_id);
ALTER TABLE sends ENABLE ROW LEVEL SECURITY;
ALTER TABLE sends FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sends AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON sends TO escuta_company;

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  previous_token_hash bytea,
  previous_valid_until timestamp with time zone,
  rotated_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  keep_signed_in boolean NOT NULL,
  revoked_at timestamp with time zone,
  browser text,
  system text,
  address text,
  last_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_previous ON public.sessions USING btree (previous_token_hash) WHERE (previous_token_hash IS NOT NULL);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sessions AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO escuta_system;

CREATE TABLE sign_in_failures (
  subject bytea NOT NULL,
  failures integer NOT NULL,
  window_started_at timestamp with time zone NOT NULL,
  blocked_until timestamp with time zone,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (subject)
);
ALTER TABLE sign_in_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_failures FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_in_failures AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_failures TO escuta_system;

CREATE TABLE sign_in_steps (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  keep_signed_in boolean NOT NULL,
  tries integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_steps_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sign_in_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_steps_expiry ON public.sign_in_steps USING btree (expires_at);
CREATE INDEX sign_in_steps_user ON public.sign_in_steps USING btree (user_id);
ALTER TABLE sign_in_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_in_steps AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_steps TO escuta_system;

CREATE TABLE sign_up_counts (
  subject bytea NOT NULL,
  times timestamp with time zone[] NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_up_counts_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_up_counts_counted ON public.sign_up_counts USING btree (counted_at);
ALTER TABLE sign_up_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_up_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_up_counts AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_up_counts TO escuta_system;

CREATE TABLE sign_up_pins (
  id uuid NOT NULL,
  email text NOT NULL,
  pin_hash bytea NOT NULL,
  device_hash bytea NOT NULL,
  mail_id uuid NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  token_hash bytea,
  token_expires_at timestamp with time zone,
  CONSTRAINT sign_up_pins_pkey PRIMARY KEY (id),
  CONSTRAINT sign_up_pins_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sign_up_pins_email_check CHECK ((email = lower(email)))
);
CREATE INDEX sign_up_pins_created ON public.sign_up_pins USING btree (created_at);
ALTER TABLE sign_up_pins ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_up_pins FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_up_pins AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_up_pins TO escuta_system;

CREATE TABLE sign_ups (
  email text NOT NULL,
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  name text NOT NULL DEFAULT ''::text,
  phone text NOT NULL DEFAULT ''::text,
  password_hash text,
  terms_accepted_at timestamp with time zone,
  business_position text NOT NULL DEFAULT ''::text,
  interests text,
  company_name text NOT NULL DEFAULT ''::text,
  business_area text,
  business_size text,
  has_company boolean NOT NULL DEFAULT false,
  gclid text,
  utm_content text,
  utm_term text,
  utm_campaign text,
  utm_source text,
  utm_medium text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  trial_expires_at timestamp with time zone,
  CONSTRAINT sign_ups_pkey PRIMARY KEY (email),
  CONSTRAINT sign_ups_company_id_key UNIQUE (company_id),
  CONSTRAINT sign_ups_user_id_key UNIQUE (user_id),
  CONSTRAINT sign_ups_business_area_check CHECK ((business_area = ANY (ARRAY['hotelaria'::text, 'industria'::text, 'agronegocio'::text, 'ecommerce'::text, 'software'::text, 'bares-e-restaurantes'::text, 'alimentacao-e-bebidas'::text, 'vestuario-e-calcados'::text, 'construcao'::text, 'saude'::text, 'educacao'::text, 'servicos-pessoais'::text, 'servicos-especializados'::text, 'informatica'::text, 'vendas-e-marketing'::text, 'entretenimento'::text, 'consultoria'::text, 'financeiro'::text, 'outro'::text]))),
  CONSTRAINT sign_ups_business_size_check CHECK ((business_size = ANY (ARRAY['1-10'::text, '11-50'::text, '51-100'::text, '100'::text]))),
  CONSTRAINT sign_ups_email_check CHECK ((email = lower(email))),
  CONSTRAINT sign_ups_interests_check CHECK ((interests = ANY (ARRAY['Fazer Pesquisas de Satisfação'::text, 'Gerenciar Avaliações Online'::text])))
);
CREATE INDEX sign_ups_updated ON public.sign_ups USING btree (updated_at) WHERE (started_at IS NULL);
ALTER TABLE sign_ups ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_ups FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_ups AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_ups TO escuta_system;

CREATE TABLE stops (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_unit_id uuid NOT NULL,
  channel text NOT NULL,
  address_hash bytea,
  contact_id uuid,
  reason text NOT NULL,
  at timestamp with time zone NOT NULL,
  merge_id uuid,
  carried boolean NOT NULL DEFAULT false,
  word_id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT stops_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT stops_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT stops_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text]))),
  CONSTRAINT stops_of_one CHECK (((address_hash IS NULL) <> (contact_id IS NULL))),
  CONSTRAINT stops_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'manual'::text, 'erased'::text])))
);
CREATE UNIQUE INDEX stops_address ON public.stops USING btree (company_id, business_unit_id, channel, address_hash, word_id, COALESCE(merge_id, company_id)) WHERE (address_hash IS NOT NULL);
CREATE UNIQUE INDEX stops_contact ON public.stops USING btree (company_id, contact_id, channel, word_id, COALESCE(merge_id, company_id)) WHERE (contact_id IS NOT NULL);
CREATE INDEX stops_merge ON public.stops USING btree (company_id, merge_id) WHERE (merge_id IS NOT NULL);
CREATE INDEX stops_word ON public.stops USING btree (company_id, word_id);
ALTER TABLE stops ENABLE ROW LEVEL SECURITY;
ALTER TABLE stops FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stops AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, DELETE ON stops TO escuta_company;

CREATE TABLE suppressions (
  company_id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  channel text NOT NULL,
  address_hash bytea NOT NULL,
  reason text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  erased_at timestamp with time zone,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT suppressions_pkey PRIMARY KEY (company_id, business_unit_id, channel, address_hash),
  CONSTRAINT suppressions_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT suppressions_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp-web'::text, 'whatsapp-flows'::text]))),
  CONSTRAINT suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'manual'::text])))
) WITH (parallel_workers=0);
CREATE INDEX suppressions_erased ON public.suppressions USING btree (company_id, business_unit_id, address_hash) WHERE (erased_at IS NOT NULL);
CREATE UNIQUE INDEX suppressions_id ON public.suppressions USING btree (company_id, id);
CREATE INDEX suppressions_newest ON public.suppressions USING btree (company_id, business_unit_id, created_at DESC, id DESC) INCLUDE (channel, reason);
ALTER TABLE suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE suppressions FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON suppressions AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE (created_at, erased_at, reason), DELETE ON suppressions TO escuta_company;

CREATE TABLE survey_links (
  company_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  code text NOT NULL,
  is_open boolean NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT survey_links_pkey PRIMARY KEY (company_id, survey_id),
  CONSTRAINT survey_links_company_id_survey_id_fkey FOREIGN KEY (company_id, survey_id) REFERENCES surveys(company_id, id) ON DELETE CASCADE,
  CONSTRAINT survey_links_code_check CHECK ((code ~ '^[0-9a-f]{12}$'::text))
);
CREATE UNIQUE INDEX survey_links_code ON public.survey_links USING btree (company_id, code);
ALTER TABLE survey_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE survey_links FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON survey_links AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON survey_links TO escuta_company;

CREATE TABLE survey_versions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  survey_id uuid NOT NULL,
  number integer NOT NULL,
  title text NOT NULL,
  definition jsonb NOT NULL,
  published_by uuid,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT survey_versions_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT survey_versions_company_id_survey_id_number_key UNIQUE (company_id, survey_id, number),
  CONSTRAINT survey_versions_company_id_survey_id_fkey FOREIGN KEY (company_id, survey_id) REFERENCES surveys(company_id, id),
  CONSTRAINT survey_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id)
);
CREATE TRIGGER survey_versions_immutable BEFORE DELETE OR UPDATE ON public.survey_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE survey_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE survey_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON survey_versions AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT ON survey_versions TO escuta_company;

CREATE TABLE surveys (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  title text NOT NULL,
  icon text NOT NULL DEFAULT 'message-star'::text,
  metric text NOT NULL,
  status text NOT NULL DEFAULT 'draft'::text,
  channels text[] NOT NULL DEFAULT '{email}'::text[],
  draft jsonb NOT NULL,
  draft_revision integer NOT NULL DEFAULT 1,
  draft_changed boolean NOT NULL DEFAULT true,
  current_version_id uuid,
  responses integer NOT NULL DEFAULT 0,
  last_answered_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  whatsapp_params jsonb NOT NULL DEFAULT '{}'::jsonb,
  sensitive_keys text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT surveys_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT surveys_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id),
  CONSTRAINT surveys_company_id_current_version_id_fkey FOREIGN KEY (company_id, current_version_id) REFERENCES survey_versions(company_id, id),
  CONSTRAINT surveys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT surveys_metric_check CHECK ((metric = ANY (ARRAY['nps'::text, 'csat'::text, 'ces'::text, 'none'::text]))),
  CONSTRAINT surveys_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'closed'::text, 'archived'::text]))),
  CONSTRAINT surveys_whatsapp_params_check CHECK ((jsonb_typeof(whatsapp_params) = 'object'::text))
) WITH (fillfactor=50);
CREATE INDEX surveys_current_version ON public.surveys USING btree (company_id, current_version_id) WHERE (current_version_id IS NOT NULL);
CREATE INDEX surveys_newest ON public.surveys USING btree (company_id, business_unit_id, created_at DESC, id DESC);
ALTER TABLE surveys ENABLE ROW LEVEL SECURITY;
ALTER TABLE surveys FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON surveys AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
GRANT SELECT, INSERT, UPDATE ON surveys TO escuta_company;

CREATE TABLE system_notices (
  id uuid NOT NULL,
  severity text NOT NULL,
  text jsonb NOT NULL,
  shown_from timestamp with time zone NOT NULL,
  shown_until timestamp with time zone NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT system_notices_pkey PRIMARY KEY (id),
  CONSTRAINT system_notices_check CHECK ((shown_until > shown_from)),
  CONSTRAINT system_notices_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'critical'::text])))
);
CREATE INDEX system_notices_until ON public.system_notices USING btree (shown_until);
ALTER TABLE system_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE system_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON system_notices AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON system_notices TO escuta_system;

CREATE TABLE trial_notices (
  company_id uuid NOT NULL,
  kind text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  CONSTRAINT trial_notices_pkey PRIMARY KEY (company_id, kind),
  CONSTRAINT trial_notices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT trial_notices_kind_check CHECK ((kind = ANY (ARRAY['soon'::text, 'last_day'::text])))
);
ALTER TABLE trial_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE trial_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON trial_notices AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON trial_notices TO escuta_system;

CREATE TABLE used_challenges (
  challenge_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_challenges_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX used_challenges_expiry ON public.used_challenges USING btree (expires_at);
ALTER TABLE used_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE used_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON used_challenges AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON used_challenges TO escuta_system;

CREATE TABLE user_business_units (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  CONSTRAINT user_business_units_pkey PRIMARY KEY (company_id, user_id, business_unit_id),
  CONSTRAINT user_business_units_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units(company_id, id) ON DELETE CASCADE,
  CONSTRAINT user_business_units_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE user_business_units ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_business_units FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON user_business_units AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON user_business_units AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON user_business_units TO escuta_company;
GRANT SELECT, INSERT ON user_business_units TO escuta_system;

CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  tenant text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT user_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT user_identities_user_id_issuer_key UNIQUE (user_id, issuer),
  CONSTRAINT user_identities_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_identities_company ON public.user_identities USING btree (company_id, tenant);
ALTER TABLE user_identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_identities FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON user_identities AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON user_identities AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT (company_id, tenant), DELETE ON user_identities TO escuta_company;
GRANT SELECT, INSERT ON user_identities TO escuta_system;

CREATE TABLE user_narrowings (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  custom_field_id uuid NOT NULL,
  value text NOT NULL,
  CONSTRAINT user_narrowings_pkey PRIMARY KEY (company_id, user_id),
  CONSTRAINT user_narrowings_company_id_custom_field_id_fkey FOREIGN KEY (company_id, custom_field_id) REFERENCES custom_fields(company_id, id),
  CONSTRAINT user_narrowings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT user_narrowings_value_check CHECK ((value <> ''::text))
);
CREATE INDEX user_narrowings_field ON public.user_narrowings USING btree (company_id, custom_field_id);
ALTER TABLE user_narrowings ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_narrowings FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON user_narrowings AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON user_narrowings AS PERMISSIVE FOR INSERT TO escuta_system WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON user_narrowings TO escuta_company;
GRANT INSERT ON user_narrowings TO escuta_system;

CREATE TABLE users (
  id uuid NOT NULL,
  company_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  role text NOT NULL,
  ticketing_role text,
  language text,
  picture text,
  temporary_access boolean NOT NULL DEFAULT false,
  authenticator_enabled boolean NOT NULL DEFAULT false,
  deactivated_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  shortcuts_off boolean NOT NULL DEFAULT false,
  phone text,
  terms_accepted_at timestamp with time zone,
  last_access_at timestamp with time zone,
  exports_personal_data boolean NOT NULL DEFAULT false,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  CONSTRAINT users_bound_ticketing_role_check CHECK (((role <> 'agent'::text) OR (NOT (ticketing_role IS DISTINCT FROM 'agent'::text)))),
  CONSTRAINT users_email_check CHECK ((email = lower(email))),
  CONSTRAINT users_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'es'::text, 'en'::text]))),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['own'::text, 'adm'::text, 'acmng'::text, 'ana'::text, 'pdv'::text, 'readonly'::text, 'notesonly'::text, 'dashonly'::text, 'agent'::text]))),
  CONSTRAINT users_ticketing_role_check CHECK ((ticketing_role = ANY (ARRAY['adm'::text, 'ana'::text, 'agent'::text])))
);
CREATE INDEX users_company ON public.users USING btree (company_id);
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON users AS PERMISSIVE FOR ALL TO escuta_company USING ((company_id = current_company()));
CREATE POLICY system ON users AS PERMISSIVE FOR ALL TO escuta_system USING (true);
GRANT SELECT (authenticator_enabled, company_id, created_at, deactivated_at, email, exports_personal_data, id, language, last_access_at, name, phone, picture, role, shortcuts_off, temporary_access, ticketing_role), UPDATE (deactivated_at, exports_personal_data, role, ticketing_role) ON users TO escuta_company;
GRANT SELECT, INSERT, UPDATE ON users TO escuta_system;
