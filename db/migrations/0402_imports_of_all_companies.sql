-- Internal staff see the imports of all companies in one list: what each was, how far it is, and never a row of its file.
GRANT SELECT (business_unit_id, created_at, created_by, created_rows, done_rows, ended_at, error, has_header, rejected_rows, total_rows, type,
  unchanged_rows, updated_rows, upload_id, warned_rows) ON imports TO escuta_system;
GRANT SELECT (file_name) ON import_uploads TO escuta_system;
