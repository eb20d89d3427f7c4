-- Imports: the uploaded file, the run, and the rows that were refused.

CREATE TABLE import_uploads (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  file_key text NOT NULL,
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  preview jsonb NOT NULL,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units
);

CREATE TABLE imports (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('import_contacts', 'import_answers')),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'started', 'running', 'finished', 'error')),
  mode text NOT NULL CHECK (mode IN ('create', 'update', 'create_and_update')),
  has_header boolean NOT NULL,
  mapping jsonb NOT NULL,
  -- Rows of the file, known after the counting pass, and the checkpoint: rows whose fate is committed.
  total_rows int NOT NULL DEFAULT 0,
  done_rows int NOT NULL DEFAULT 0,
  created_rows int NOT NULL DEFAULT 0,
  updated_rows int NOT NULL DEFAULT 0,
  unchanged_rows int NOT NULL DEFAULT 0,
  rejected_rows int NOT NULL DEFAULT 0,
  error text,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units,
  FOREIGN KEY (company_id, upload_id) REFERENCES import_uploads
);
CREATE INDEX imports_newest ON imports (company_id, business_unit_id, created_at DESC, id DESC);
CREATE INDEX imports_upload ON imports (company_id, upload_id);

CREATE TABLE import_row_errors (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  -- The line of the row in the file, counted from 1 with the header.
  row_no int NOT NULL,
  reason text NOT NULL,
  column_name text,
  cells text[] NOT NULL,
  PRIMARY KEY (company_id, import_id, row_no),
  FOREIGN KEY (company_id, import_id) REFERENCES imports
);

ALTER TABLE import_uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON import_uploads TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON import_uploads TO escuta_company;

ALTER TABLE imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON imports TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON imports TO escuta_company;

ALTER TABLE import_row_errors ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_row_errors FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON import_row_errors TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON import_row_errors TO escuta_company;
