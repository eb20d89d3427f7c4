-- What is done for imports by the clock, across companies: those whose job gave up are started again, and files that
-- were uploaded and never imported are removed.

-- Where an import stood when it was last looked at, since when, and when it was last started again for standing still.
ALTER TABLE imports
  ADD COLUMN still_at text,
  ADD COLUMN still_since timestamptz,
  ADD COLUMN revived_at timestamptz;
CREATE INDEX imports_unfinished ON imports (company_id, id) WHERE status IN ('pending', 'started', 'running');
CREATE POLICY system ON imports FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, id, status, read_bytes, still_at, still_since, revived_at) ON imports TO escuta_system;

-- Empty once an import was started from it.
ALTER TABLE import_uploads ADD COLUMN unstarted_since timestamptz;
CREATE INDEX import_uploads_unstarted ON import_uploads (unstarted_since) WHERE unstarted_since IS NOT NULL;
CREATE POLICY system ON import_uploads FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, id, file_key, unstarted_since) ON import_uploads TO escuta_system;
GRANT UPDATE (unstarted_since), DELETE ON import_uploads TO escuta_company;
