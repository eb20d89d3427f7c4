-- What the columns of a file with this header became when the company imported one last. No cell of a file is kept, and of a header its
-- hash.
CREATE TABLE import_mappings (
  company_id uuid NOT NULL REFERENCES companies,
  header_hash bytea NOT NULL,
  mapping jsonb NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, header_hash)
);

ALTER TABLE import_mappings ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_mappings FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON import_mappings TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON import_mappings TO escuta_company;
