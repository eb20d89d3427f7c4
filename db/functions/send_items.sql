-- Makes the partition of a month, unless it is there. The default one catches what no month was made for, so that a send never
-- fails for it; what it caught of this month moves into it first, or the month could not be attached. Attached, and not made
-- in place: so only the default one is kept from others, and that is empty as a rule.
CREATE OR REPLACE FUNCTION ensure_send_items_partition(month date) RETURNS void
LANGUAGE plpgsql
AS $$
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
$$;

-- Makes the months that are missing, from the one after the last that was made, or today's, to the one two years from today.
-- For the owner of the tables: api and worker sign in as somebody who makes none. Nobody is kept waiting for long: where the
-- table is in use just then, the next run does it.
CREATE OR REPLACE FUNCTION make_send_items_months(today date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
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
$$;
REVOKE ALL ON FUNCTION make_send_items_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_send_items_months TO escuta_system;

-- The message behind an answer link; nulls where there is none. Month and id are values of the statement, so that the other
-- partitions are not even opened.
-- batch.ts: walk indexes, values of the statement, one of many partitions
CREATE OR REPLACE FUNCTION find_invited_item(company uuid, month date, item uuid,
  OUT item_id uuid, OUT items_month date, OUT send_id uuid, OUT survey_id uuid, OUT survey_version_id uuid,
  OUT business_unit_id uuid, OUT contact_id uuid, OUT channel text, OUT state smallint, OUT executed_at timestamptz)
LANGUAGE plpgsql STABLE
SET enable_seqscan = off
AS $$
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
$$;

-- The messages behind answer links, each once; those that do not exist are left out. A few are looked up one by one, many
-- together, month by month.
-- batch.ts: led look-ups, walk indexes, values of the statement
CREATE OR REPLACE FUNCTION find_invited_items(company uuid, months date[], items uuid[])
RETURNS TABLE (
  item_id uuid, items_month date, send_id uuid, survey_id uuid, survey_version_id uuid, business_unit_id uuid,
  contact_id uuid, channel text, state smallint, executed_at timestamptz
)
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
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
$$;
