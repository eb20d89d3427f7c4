-- Keeps what the world told us of messages; the first of a kind stays. It settles unknown results.
CREATE OR REPLACE FUNCTION record_send_evidence(company uuid, evidence json) RETURNS void
LANGUAGE plpgsql
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
