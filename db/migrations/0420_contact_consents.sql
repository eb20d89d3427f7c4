-- When and how a contact agreed to be written to, and took it back. Append only, as the audit is; the contact may be gone, so there is no
-- foreign key to it. What identifies in an entry is the network address alone, and that one alone may be taken out.
CREATE TABLE contact_consents (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  channel text NOT NULL,
  purpose text NOT NULL,
  status text NOT NULL,
  basis text NOT NULL,
  source text NOT NULL,
  text_version text,
  ip text,
  recorded_by uuid,
  recorded_by_name text,
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units (company_id, id),
  CONSTRAINT contact_consents_channel_check CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows')),
  CONSTRAINT contact_consents_purpose_check CHECK (purpose IN ('surveys')),
  CONSTRAINT contact_consents_status_check CHECK (status IN ('granted', 'withdrawn')),
  CONSTRAINT contact_consents_basis_check CHECK (basis IN ('consent', 'legitimate_interest', 'contract')),
  CONSTRAINT contact_consents_source_check CHECK (source IN ('contact', 'staff'))
);
CREATE INDEX contact_consents_newest ON contact_consents (company_id, contact_id, at DESC, id DESC);

ALTER TABLE contact_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_consents FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_consents TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON contact_consents TO escuta_company;
GRANT UPDATE (ip, text_version) ON contact_consents TO escuta_company;
CREATE POLICY only_what_identifies ON contact_consents AS RESTRICTIVE FOR UPDATE TO escuta_company
  USING (true) WITH CHECK (ip IS NULL AND text_version IS NULL);

-- The changes of one contact, for its timeline; the index of before held those with a name alone.
CREATE INDEX audit_events_of_contact ON audit_events (company_id, target_id, at DESC, id DESC) WHERE target_type = 'contact';
DROP INDEX audit_events_contact;
