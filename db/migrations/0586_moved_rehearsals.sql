-- A rehearsal whose job is lost stands still as an import does, and is found by when something of it was last heard.
ALTER TABLE import_rehearsals ADD COLUMN moved_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX import_rehearsals_unfinished ON import_rehearsals (moved_at) WHERE status IN ('pending', 'running');
CREATE POLICY system ON import_rehearsals FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, upload_id, id, status, created_at, moved_at) ON import_rehearsals TO escuta_system;
