-- An import can be undone for a day. Who was created by it says so; of who was changed, what they were before is kept as long.
ALTER TABLE contacts ADD COLUMN created_import_id uuid;

CREATE TABLE contact_import_changes (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  -- The contact says the same as long as nobody has touched it since.
  changed_at timestamptz NOT NULL,
  -- The columns that imports change, by their names.
  before jsonb NOT NULL,
  PRIMARY KEY (company_id, import_id, contact_id),
  FOREIGN KEY (company_id, contact_id) REFERENCES contacts ON DELETE CASCADE
);
CREATE INDEX contact_import_changes_contact ON contact_import_changes (company_id, contact_id);
CREATE INDEX contact_import_changes_old ON contact_import_changes (changed_at);

ALTER TABLE contact_import_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_import_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_import_changes TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, DELETE ON contact_import_changes TO escuta_company;
CREATE POLICY system ON contact_import_changes FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, changed_at) ON contact_import_changes TO escuta_system;

ALTER TABLE imports
  ADD COLUMN undo_asked_at timestamptz,
  ADD COLUMN undone_at timestamptz,
  ADD COLUMN undone_rows int NOT NULL DEFAULT 0,
  -- Behind which contact the undo goes on.
  ADD COLUMN undo_after jsonb;
GRANT SELECT (undo_asked_at, undone_at, undone_rows) ON imports TO escuta_system;
