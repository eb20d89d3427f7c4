-- Searching among a million contacts (decision 0009). Row-level security keeps LIKE away from the rows of other companies
-- by testing the company first, and so away from the index too: the function below looks into the index on its behalf.

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

-- At most `most` contacts of a unit of the transaction's company whose search text holds the fragment, which is in
-- search_form with the signs of LIKE escaped; of one import only, unless that is null. The fragment must hold three
-- letters or digits in a row, or the index has nothing to begin with.
--
-- The company is compared in a way that no index serves. Otherwise the planner, which takes a company whose rows are newer
-- than its statistics for an empty one, would read all of the unit by one of the other indexes.
CREATE FUNCTION find_contacts(unit uuid, import uuid, fragment text, most int)
RETURNS TABLE (id uuid, name text, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off
SET enable_indexscan = off
SET enable_indexonlyscan = off
AS $$
  SELECT contacts.id, contacts.name, contacts.created_at
  FROM contacts
  WHERE contacts.company_id IS NOT DISTINCT FROM current_company()
    AND contacts.business_unit_id = unit
    AND contacts.search_text LIKE '%' || fragment || '%'
    AND (import IS NULL OR contacts.last_import_id = import)
  LIMIT most
$$;
REVOKE ALL ON FUNCTION find_contacts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_contacts TO escuta_company;

-- An owner must be able to create what it is given, and who gives must be able to act for it: for this moment only.
DO $$
BEGIN
  EXECUTE format('GRANT escuta_search TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO escuta_search;
  ALTER FUNCTION find_contacts OWNER TO escuta_search;
  REVOKE CREATE ON SCHEMA public FROM escuta_search;
  EXECUTE format('REVOKE escuta_search FROM %I', current_user);
END
$$;
