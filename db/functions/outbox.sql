-- Writes facts of one name beside the rows that they speak of.
CREATE OR REPLACE FUNCTION emit_events(company uuid, event text, facts json) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO outbox (company_id, id, name, payload)
  SELECT company, id, event, payload
  FROM json_to_recordset(facts) AS fact (id uuid, payload jsonb);
END
$$;
