-- Contacts: people, the companies that they work for, and the addresses that must not be written to.
-- Functions first: search.sql

CREATE TABLE contact_companies (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units
);
CREATE UNIQUE INDEX contact_companies_name ON contact_companies (company_id, business_unit_id, lower(name));

CREATE TABLE contacts (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  name text NOT NULL,
  email text CHECK (email = lower(email)),
  -- E.164.
  tel text CHECK (tel ~ '^\+[1-9][0-9]{6,14}$'),
  contact_company_id uuid,
  custom_fields jsonb NOT NULL DEFAULT '{}',
  source text NOT NULL DEFAULT 'manual' CHECK (source IN ('manual', 'import', 'integration', 'demo')),
  last_import_id uuid,
  last_sent_at timestamptz,
  last_answered_at timestamptz,
  last_score smallint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  search_text text GENERATED ALWAYS AS (search_form(name || ' ' || coalesce(email, '') || ' ' || coalesce(tel, ''))) STORED,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units,
  FOREIGN KEY (company_id, contact_company_id) REFERENCES contact_companies ON DELETE SET NULL (contact_company_id)
);
CREATE UNIQUE INDEX contacts_email ON contacts (company_id, business_unit_id, email) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX contacts_tel ON contacts (company_id, business_unit_id, tel) WHERE tel IS NOT NULL;
CREATE INDEX contacts_newest ON contacts (company_id, business_unit_id, created_at DESC, id DESC);
CREATE INDEX contacts_by_id ON contacts (company_id, business_unit_id, id);
CREATE INDEX contacts_name ON contacts (company_id, business_unit_id, name, id);
CREATE INDEX contacts_import ON contacts (company_id, last_import_id) WHERE last_import_id IS NOT NULL;
CREATE INDEX contacts_company ON contacts (company_id, contact_company_id) WHERE contact_company_id IS NOT NULL;
CREATE INDEX contacts_search ON contacts USING gin (search_text gin_trgm_ops);

-- The address itself is not kept: its hash is enough to refuse it, also after the person was erased.
CREATE TABLE suppressions (
  company_id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  channel text NOT NULL,
  address_hash bytea NOT NULL,
  reason text NOT NULL CHECK (reason IN ('unsubscribed', 'bounced', 'complained', 'manual')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, business_unit_id, channel, address_hash),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units
);

ALTER TABLE contact_companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_companies FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_companies TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON contact_companies TO escuta_company;

ALTER TABLE contacts ENABLE ROW LEVEL SECURITY;
ALTER TABLE contacts FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contacts TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON contacts TO escuta_company;

ALTER TABLE suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE suppressions FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON suppressions TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, DELETE ON suppressions TO escuta_company;
