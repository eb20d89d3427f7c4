-- Writes facts of one name beside the rows that they speak of. Their ids are new; a distributed PostgreSQL takes rows of a query
-- into a table with row-level security only with ON CONFLICT or RETURNING.
CREATE OR REPLACE FUNCTION emit_events(company uuid, event text, facts json) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO outbox (company_id, id, name, payload)
  SELECT company, id, event, payload
  FROM json_to_recordset(facts) AS fact (id uuid, payload jsonb)
  ON CONFLICT DO NOTHING;
END
$$;
