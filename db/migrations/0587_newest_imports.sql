-- Internal staff list the imports of all companies, newest first.
CREATE INDEX imports_newest_of_all ON imports (created_at DESC, id DESC);
