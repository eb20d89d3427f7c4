-- The fields that a company adds to its contacts, in all of its units. Values stand in `contacts.custom_fields` by the internal name,
-- which is why it never changes.
CREATE TABLE custom_fields (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  internal_name text NOT NULL,
  label text NOT NULL,
  type text NOT NULL,
  -- Of a select.
  options text[] NOT NULL DEFAULT '{}',
  required boolean NOT NULL DEFAULT false,
  sensitive boolean NOT NULL DEFAULT false,
  searchable boolean NOT NULL DEFAULT false,
  -- In the order of forms and files; a deleted field leaves a gap.
  place integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT custom_fields_type_check CHECK (type IN ('text', 'date', 'cpf', 'number', 'cnpj', 'select'))
);
CREATE UNIQUE INDEX custom_fields_internal_name ON custom_fields (company_id, internal_name);
CREATE UNIQUE INDEX custom_fields_label ON custom_fields (company_id, lower(label));

ALTER TABLE custom_fields ENABLE ROW LEVEL SECURITY;
ALTER TABLE custom_fields FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON custom_fields TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON custom_fields TO escuta_company;
