-- Somebody of ours inside the account of a customer: why, since when and until when. Who does not belong to a company gets in by such
-- a row and by nothing else (decision 0037). It is the customer's: the company reads it.
CREATE TABLE account_accesses (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 5 AND 300),
  began_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > began_at),
  -- Left early.
  ended_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX account_accesses_open ON account_accesses (user_id, company_id, ends_at) WHERE ended_at IS NULL;

ALTER TABLE account_accesses ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_accesses FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON account_accesses TO escuta_company USING (company_id = current_company());
-- Membership is asked before the company is known to be the caller's.
CREATE POLICY system ON account_accesses FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE (ended_at) ON account_accesses TO escuta_company;
GRANT SELECT ON account_accesses TO escuta_system;
