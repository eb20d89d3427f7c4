-- Somebody who had stopped the messages asked for them again: what was lifted, and when, stays on record.
CREATE TABLE lifted_suppressions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  channel text NOT NULL,
  address_hash bytea NOT NULL,
  suppressed_at timestamptz NOT NULL,
  lifted_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units
);

ALTER TABLE lifted_suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lifted_suppressions FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON lifted_suppressions TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON lifted_suppressions TO escuta_company;
