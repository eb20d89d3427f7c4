-- A row with a field that cannot be read comes in without it, and is listed with what was left out.
ALTER TABLE imports
  ADD COLUMN warned_rows int NOT NULL DEFAULT 0,
  -- Whether names in capitals are written as names.
  ADD COLUMN title_case boolean NOT NULL DEFAULT false;
ALTER TABLE import_row_errors ADD COLUMN is_warning boolean NOT NULL DEFAULT false;
