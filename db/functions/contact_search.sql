-- escuta_search owns the functions and reads on their behalf (decision 0009). Who owns it may change it, and who gives it to that
-- role must be able to act for the role, which must be able to create what it is given: each for this moment only.
DO $$
BEGIN
  IF NOT pg_has_role('escuta_search', 'USAGE') THEN
    EXECUTE format('GRANT escuta_search TO %I', current_user);
    PERFORM set_config('escuta.is_granted_for_now', 'yes', true);
  END IF;
END
$$;
GRANT CREATE ON SCHEMA public TO escuta_search;

-- At most `most` contacts of a unit of the company, which must be the transaction's, whose search text holds the fragment, which is in
-- search_form with the signs of LIKE escaped; of one import only, unless that is null. The fragment must hold three
-- letters or digits in a row, or the index has nothing to begin with, or be two. Those have a trigram with the sign before or behind
-- them; between two signs that are not of ASCII they are not found.
-- batch.ts: hidden column, walk indexes, led look-ups
CREATE OR REPLACE FUNCTION find_contacts(company uuid, unit uuid, import uuid, fragment text, most int)
RETURNS TABLE (id uuid, name text, created_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off
SET enable_indexscan = off
SET enable_indexonlyscan = off
AS $$
BEGIN
  -- The policy of the role that reads here lets it see every company.
  IF company IS DISTINCT FROM current_company() THEN
    RETURN;
  END IF;
  -- It would let whoever is narrowed to some of them see every contact.
  IF current_setting('app.narrowing', true) <> '' THEN
    RAISE EXCEPTION 'find_contacts knows nothing of a narrowing';
  END IF;
  IF length(fragment) = 2 THEN
    -- Each by itself: together the planner would have the index give all contacts of the unit.
    RETURN QUERY
      SELECT found.id, found.name, found.created_at
      FROM (
        (SELECT contacts.id, contacts.name, contacts.created_at
        FROM contacts
        WHERE contacts.company_id IS NOT DISTINCT FROM company
          AND contacts.business_unit_id = unit
          AND contacts.search_text ~ (fragment || '[ -~]')
          AND (import IS NULL OR EXISTS (
            SELECT FROM contact_imports met
            WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
          ))
        LIMIT most)
        UNION
        (SELECT contacts.id, contacts.name, contacts.created_at
        FROM contacts
        WHERE contacts.company_id IS NOT DISTINCT FROM company
          AND contacts.business_unit_id = unit
          AND contacts.search_text ~ ('[ -~]' || fragment)
          AND (import IS NULL OR EXISTS (
            SELECT FROM contact_imports met
            WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
          ))
        LIMIT most)
      ) AS found
      LIMIT most;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT contacts.id, contacts.name, contacts.created_at
    FROM contacts
    WHERE contacts.company_id IS NOT DISTINCT FROM company
      AND contacts.business_unit_id = unit
      AND contacts.search_text LIKE '%' || fragment || '%'
      AND (import IS NULL OR EXISTS (
        SELECT FROM contact_imports met
        WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
      ))
    LIMIT most;
END
$$;
REVOKE ALL ON FUNCTION find_contacts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_contacts TO escuta_company;
ALTER FUNCTION find_contacts OWNER TO escuta_search;

-- The same by what they hold in searchable custom fields. Whether the company searches these now is the caller's to ask.
-- The unit is compared as the index has it: of two letters the planner would else have another index give all contacts of the unit.
-- batch.ts: hidden column, walk indexes, led look-ups
CREATE OR REPLACE FUNCTION find_contacts_by_custom_fields(company uuid, unit uuid, import uuid, fragment text, most int)
RETURNS TABLE (id uuid, name text, created_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off
SET enable_indexscan = off
SET enable_indexonlyscan = off
AS $$
BEGIN
  -- The policy of the role that reads here lets it see every company.
  IF company IS DISTINCT FROM current_company() THEN
    RETURN;
  END IF;
  -- It would let whoever is narrowed to some of them see every contact.
  IF current_setting('app.narrowing', true) <> '' THEN
    RAISE EXCEPTION 'find_contacts_by_custom_fields knows nothing of a narrowing';
  END IF;
  IF length(fragment) = 2 THEN
    -- Each by itself: together the planner would have the index give all contacts of the unit.
    RETURN QUERY
      SELECT found.id, found.name, found.created_at
      FROM (
        (SELECT contacts.id, contacts.name, contacts.created_at
        FROM contacts
        WHERE contacts.company_id IS NOT DISTINCT FROM company
          AND contacts.business_unit_id::text = unit::text
          AND contacts.custom_search_text ~ (fragment || '[ -~]')
          AND (import IS NULL OR EXISTS (
            SELECT FROM contact_imports met
            WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
          ))
        LIMIT most)
        UNION
        (SELECT contacts.id, contacts.name, contacts.created_at
        FROM contacts
        WHERE contacts.company_id IS NOT DISTINCT FROM company
          AND contacts.business_unit_id::text = unit::text
          AND contacts.custom_search_text ~ ('[ -~]' || fragment)
          AND (import IS NULL OR EXISTS (
            SELECT FROM contact_imports met
            WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
          ))
        LIMIT most)
      ) AS found
      LIMIT most;
    RETURN;
  END IF;
  RETURN QUERY
    SELECT contacts.id, contacts.name, contacts.created_at
    FROM contacts
    WHERE contacts.company_id IS NOT DISTINCT FROM company
      AND contacts.business_unit_id::text = unit::text
      AND contacts.custom_search_text LIKE '%' || fragment || '%'
      AND (import IS NULL OR EXISTS (
        SELECT FROM contact_imports met
        WHERE met.company_id = company AND met.import_id = import AND met.contact_id = contacts.id OFFSET 0
      ))
    LIMIT most;
END
$$;
REVOKE ALL ON FUNCTION find_contacts_by_custom_fields FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_contacts_by_custom_fields TO escuta_company;
ALTER FUNCTION find_contacts_by_custom_fields OWNER TO escuta_search;

REVOKE CREATE ON SCHEMA public FROM escuta_search;
DO $$
BEGIN
  IF current_setting('escuta.is_granted_for_now', true) = 'yes' THEN
    EXECUTE format('REVOKE escuta_search FROM %I', current_user);
  END IF;
END
$$;
