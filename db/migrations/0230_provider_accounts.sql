-- The accounts that companies have with providers of messages; a company without one uses the installation's. A send goes
-- on over the account that it began with, so one that was replaced stays.
CREATE TABLE provider_accounts (
  company_id uuid NOT NULL REFERENCES companies,
  id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows')),
  -- Whom messages come from: an address, a number or a name.
  sender text NOT NULL,
  -- The provider's address with its credentials, encrypted by us (platform/crypto/sealed-text.ts).
  sealed_url bytea NOT NULL,
  created_at timestamptz NOT NULL,
  replaced_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX provider_accounts_current ON provider_accounts (company_id, channel) WHERE replaced_at IS NULL;

ALTER TABLE provider_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON provider_accounts TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON provider_accounts TO escuta_company;
