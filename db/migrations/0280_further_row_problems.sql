-- What else is wrong with a row, behind its first reason, in the order of the columns: [{"reason": …, "column_name": …}].
-- A row stays one entry under its number: a run that begins again lists nothing twice, and the release before, which names
-- that key in its statement, goes on.
ALTER TABLE import_row_errors ADD COLUMN further jsonb NOT NULL DEFAULT '[]';
