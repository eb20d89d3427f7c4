-- The plumbing's own tables: the transactional outbox and the keys of repeated requests.

-- A fact and the rows that it speaks of are written in one transaction; a relay hands committed facts to the jobs.
CREATE TABLE outbox (
  company_id uuid NOT NULL REFERENCES companies,
  id uuid NOT NULL,
  name text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id)
);
CREATE INDEX outbox_oldest ON outbox (id);

-- A request repeated with the same key gets the first answer again and does nothing (double click, lost reply).
CREATE TABLE idempotency_keys (
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid NOT NULL,
  key text NOT NULL,
  route text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (company_id, created_at);

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON outbox TO escuta_company USING (company_id = current_company());
CREATE POLICY system ON outbox TO escuta_system USING (true);
GRANT INSERT ON outbox TO escuta_company;
GRANT SELECT, UPDATE, DELETE ON outbox TO escuta_system;

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON idempotency_keys TO escuta_company USING (company_id = current_company());
CREATE POLICY system ON idempotency_keys TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO escuta_company;
GRANT SELECT, DELETE ON idempotency_keys TO escuta_system;
