-- After how many days a company forgets what (PRIVACY-15): a rule that is off has no row.
CREATE TABLE retention_rules (
  company_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('identity', 'comments', 'addresses', 'messages', 'logs')),
  days integer NOT NULL CHECK (days BETWEEN 30 AND 3650),
  -- What the run that is under way has reached so far; told in the audit when it ends, also where another worker ends it.
  reached integer NOT NULL DEFAULT 0,
  ran_at timestamptz,
  PRIMARY KEY (company_id, kind),
  FOREIGN KEY (company_id) REFERENCES companies
);

ALTER TABLE retention_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE retention_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON retention_rules TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON retention_rules TO escuta_company;
CREATE POLICY system ON retention_rules TO escuta_system USING (true);
GRANT SELECT, UPDATE (reached) ON retention_rules TO escuta_system;

-- To a company its audit stays append only. The nightly work, which no call of a company reaches, takes addresses out of it and
-- removes what is older than the company keeps; nobody removes what is younger than half a year, the least that a rule may say.
CREATE POLICY retention_read ON audit_events FOR SELECT TO escuta_system USING (true);
CREATE POLICY retention_update ON audit_events FOR UPDATE TO escuta_system
  USING (at < now() - interval '182 days') WITH CHECK (ip IS NULL);
CREATE POLICY retention_delete ON audit_events FOR DELETE TO escuta_system
  USING (at < now() - interval '182 days');
GRANT SELECT (company_id, id, at, ip), UPDATE (ip), DELETE ON audit_events TO escuta_system;
