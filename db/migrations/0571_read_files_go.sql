-- The file of an import that has ended is read by nobody any more: it is removed, and this says when.
ALTER TABLE import_uploads ADD COLUMN file_removed_at timestamptz;
CREATE INDEX import_uploads_read ON import_uploads (company_id, id) WHERE unstarted_since IS NULL AND file_removed_at IS NULL;
GRANT UPDATE (file_removed_at) ON import_uploads TO escuta_company;
GRANT SELECT (file_removed_at) ON import_uploads TO escuta_system;
