-- A partition per month; the default one catches what no month was made for, so that a send never fails for it.
CREATE OR REPLACE FUNCTION ensure_send_items_partition(month date) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  first_day date := date_trunc('month', month);
  partition_name text := 'send_items_' || to_char(first_day, 'YYYY_MM');
BEGIN
  IF to_regclass('public.' || partition_name) IS NULL THEN
    EXECUTE format(
      'CREATE TABLE %I PARTITION OF send_items FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)',
      partition_name, first_day, (first_day + interval '1 month')::date);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN company_id SET STATISTICS 0', partition_name);
  END IF;
END
$$;

-- The messages behind answer links; those that do not exist are left out.
-- batch.ts: led look-ups, walk indexes
CREATE OR REPLACE FUNCTION find_invited_items(company uuid, months date[], items uuid[])
RETURNS TABLE (
  item_id uuid, items_month date, send_id uuid, survey_id uuid, survey_version_id uuid, business_unit_id uuid,
  contact_id uuid, channel text, state smallint, executed_at timestamptz
)
LANGUAGE plpgsql STABLE
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
