-- Searching among a million contacts (decision 0009). Row-level security keeps LIKE away from the rows of other companies
-- by testing the company first, and so away from the index too: find_contacts looks into the index on its behalf.

CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The unit stands in the index, so that a search reads its own unit however many companies share the table.
DROP INDEX contacts_search;
CREATE INDEX contacts_search ON contacts USING gin (business_unit_id, search_text gin_trgm_ops);

-- The contacts of one import, newest first, without sorting them.
DROP INDEX contacts_import;
CREATE INDEX contacts_import ON contacts (company_id, business_unit_id, last_import_id, created_at DESC, id DESC)
WHERE last_import_id IS NOT NULL;

-- escuta_search reads what a search compares and no more. Nobody takes this role: it only owns the function.
DO $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('escuta roles'));
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'escuta_search') THEN
    CREATE ROLE escuta_search NOLOGIN;
  END IF;
EXCEPTION
  -- Another database of the cluster created it in the same moment.
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
GRANT USAGE ON SCHEMA public TO escuta_search;
GRANT SELECT (company_id, business_unit_id, id, last_import_id, name, created_at, search_text) ON contacts TO escuta_search;
CREATE POLICY search ON contacts FOR SELECT TO escuta_search USING (true);
