-- Everything that a company keeps about a person, collected on a privacy request into two files (JSON and PDF) under one random id,
-- which is their link. Noted before they are written, so that none is ever left behind; the contact may be erased meanwhile.
CREATE TABLE person_packages (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  request_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  person_file_id uuid NOT NULL,
  language text NOT NULL CHECK (language IN ('pt', 'es', 'en')),
  -- `removed` where the person was erased, or the seven days are over.
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'finished', 'removed')),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Whether its files are gone from the storage.
  is_gone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units,
  FOREIGN KEY (company_id, request_id) REFERENCES privacy_requests
);
CREATE UNIQUE INDEX person_packages_file ON person_packages (company_id, person_file_id);
CREATE INDEX person_packages_of ON person_packages (company_id, request_id, created_at);
CREATE INDEX person_packages_contact ON person_packages (company_id, contact_id);
CREATE INDEX person_packages_kept ON person_packages (created_at) WHERE NOT is_gone;

ALTER TABLE person_packages ENABLE ROW LEVEL SECURITY;
ALTER TABLE person_packages FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON person_packages TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON person_packages TO escuta_company;
CREATE POLICY system ON person_packages FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, id, status, created_at, is_gone) ON person_packages TO escuta_system;
