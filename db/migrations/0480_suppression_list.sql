-- The list of suppressions. An entry is named by an id: the hash of an address would tell in a URL whose it is, to whoever guesses.
ALTER TABLE suppressions ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX suppressions_id ON suppressions (company_id, id);
CREATE INDEX suppressions_newest ON suppressions (company_id, business_unit_id, created_at DESC, id DESC) INCLUDE (channel, reason);

-- When the person said so themselves, where another reason stands: nobody of the company lifts that reason then.
ALTER TABLE suppressions ADD COLUMN opted_out_at timestamptz;
GRANT UPDATE (opted_out_at) ON suppressions TO escuta_company;

-- Until now only what somebody had stopped themselves was ever lifted.
ALTER TABLE lifted_suppressions ADD COLUMN reason text NOT NULL DEFAULT 'unsubscribed';
ALTER TABLE lifted_suppressions
  ADD CONSTRAINT lifted_suppressions_reason_check CHECK (reason IN ('unsubscribed', 'bounced', 'complained', 'manual'));

-- Whose address a hash is of: find_addressed looks here on behalf of escuta_search (decision 0009), which read the addresses within
-- the search text before.
CREATE INDEX contacts_email_hash ON contacts (company_id, business_unit_id, address_hash(email)) WHERE email IS NOT NULL;
CREATE INDEX contacts_tel_hash ON contacts (company_id, business_unit_id, address_hash(tel)) WHERE tel IS NOT NULL;
GRANT SELECT (email, tel) ON contacts TO escuta_search;
