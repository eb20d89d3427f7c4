-- Federated login (decision 0040): which companies' people sign in with the provider, from which directory of it (tenant), and
-- who is who there.

ALTER TABLE companies
  ADD COLUMN federated_login text NOT NULL DEFAULT 'off',
  ADD COLUMN federated_tenant text;
ALTER TABLE companies
  ADD CONSTRAINT companies_federated_login_check CHECK (federated_login IN ('off', 'allowed', 'required'));
ALTER TABLE companies
  ADD CONSTRAINT companies_federated_tenant_check CHECK (federated_login = 'off' OR federated_tenant IS NOT NULL);
-- Row-level security keeps it to the company of the transaction.
GRANT UPDATE (federated_login, federated_tenant) ON companies TO escuta_company;

-- Who comes back is known by what the provider never gives to another (OpenID Connect Core, 2: iss and sub), not by an e-mail.
CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  tenant text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);
CREATE INDEX user_identities_company ON user_identities (company_id, tenant);

ALTER TABLE user_identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_identities FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON user_identities TO escuta_company USING (company_id = current_company());
CREATE POLICY system ON user_identities TO escuta_system USING (true);
-- The company forgets them when it chooses another directory.
GRANT SELECT (company_id, tenant), DELETE ON user_identities TO escuta_company;
GRANT SELECT, INSERT ON user_identities TO escuta_system;

-- Somebody whom the provider has just named, for the minute until their browser takes the session. Both hashes are of random
-- words: one stood in the address, the other is in a cookie of the browser that began.
CREATE TABLE federated_handovers (
  code_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  keep_signed_in boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX federated_handovers_user ON federated_handovers (user_id);
CREATE INDEX federated_handovers_expiry ON federated_handovers (expires_at);

ALTER TABLE federated_handovers ENABLE ROW LEVEL SECURITY;
ALTER TABLE federated_handovers FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON federated_handovers TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON federated_handovers TO escuta_system;
