-- What an import of an uploaded file would do: one for each file, in place of the one before.
CREATE TABLE import_rehearsals (
  company_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  -- Another one with every time that somebody asks: a worker that has the one before lets go.
  id uuid NOT NULL,
  settings jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'finished', 'error')),
  total_rows int NOT NULL DEFAULT 0,
  created_rows int NOT NULL DEFAULT 0,
  updated_rows int NOT NULL DEFAULT 0,
  unchanged_rows int NOT NULL DEFAULT 0,
  rejected_rows int NOT NULL DEFAULT 0,
  warned_rows int NOT NULL DEFAULT 0,
  -- The first rows to tell of, with cells of the file as they came.
  issues jsonb NOT NULL DEFAULT '[]',
  error text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, upload_id),
  FOREIGN KEY (company_id, upload_id) REFERENCES import_uploads ON DELETE CASCADE
);

ALTER TABLE import_rehearsals ENABLE ROW LEVEL SECURITY;
ALTER TABLE import_rehearsals FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON import_rehearsals TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON import_rehearsals TO escuta_company;
