-- Contacts that may be one person, two by two, as the last search found them; and those of whom somebody said that they are not.
CREATE TABLE duplicate_pairs (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The one with the lesser id.
  one_id uuid NOT NULL,
  one_unit_id uuid NOT NULL,
  other_id uuid NOT NULL,
  other_unit_id uuid NOT NULL,
  reasons text[] NOT NULL,
  found_at timestamptz NOT NULL,
  dismissed_at timestamptz,
  dismissed_by uuid,
  PRIMARY KEY (company_id, id),
  CONSTRAINT duplicate_pairs_reasons_check CHECK (reasons <@ ARRAY['document', 'email', 'phone', 'name'] AND cardinality(reasons) > 0),
  CONSTRAINT duplicate_pairs_company_id_one_id_fkey FOREIGN KEY (company_id, one_id) REFERENCES contacts ON DELETE CASCADE,
  CONSTRAINT duplicate_pairs_company_id_other_id_fkey FOREIGN KEY (company_id, other_id) REFERENCES contacts ON DELETE CASCADE
);
CREATE UNIQUE INDEX duplicate_pairs_of ON duplicate_pairs (company_id, one_id, other_id);
CREATE INDEX duplicate_pairs_other ON duplicate_pairs (company_id, other_id);
CREATE INDEX duplicate_pairs_unit ON duplicate_pairs (company_id, one_unit_id, id) WHERE dismissed_at IS NULL;
CREATE INDEX duplicate_pairs_other_unit ON duplicate_pairs (company_id, other_unit_id, id) WHERE dismissed_at IS NULL;

-- When duplicates were looked for, in all units of a company at once.
CREATE TABLE duplicate_searches (
  company_id uuid NOT NULL REFERENCES companies (id),
  asked_at timestamptz NOT NULL,
  searched_at timestamptz,
  PRIMARY KEY (company_id)
);

ALTER TABLE duplicate_pairs ENABLE ROW LEVEL SECURITY;
ALTER TABLE duplicate_pairs FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON duplicate_pairs TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON duplicate_pairs TO escuta_company;

ALTER TABLE duplicate_searches ENABLE ROW LEVEL SECURITY;
ALTER TABLE duplicate_searches FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON duplicate_searches TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON duplicate_searches TO escuta_company;
CREATE POLICY system ON duplicate_searches FOR SELECT TO escuta_system USING (true);
GRANT SELECT ON duplicate_searches TO escuta_system;
