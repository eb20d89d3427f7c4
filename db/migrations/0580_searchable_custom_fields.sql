-- What the search of contacts finds of the values of searchable custom fields (decision 0044). Null of nearly everybody, who costs no
-- line of the index. The unit stands in it as text, so that who asks for it so is led by no other index of units.
ALTER TABLE contacts ADD COLUMN custom_search_text text;
CREATE INDEX contacts_custom_search ON contacts USING gin ((business_unit_id::text), custom_search_text gin_trgm_ops)
  WHERE custom_search_text IS NOT NULL;
GRANT SELECT (custom_search_text) ON contacts TO escuta_search;

-- Set while contacts that hold a value of the field are still to be filled anew, since it came into the search or left it: another
-- each time, so that whoever fills them sees a change meanwhile.
ALTER TABLE custom_fields ADD COLUMN search_fill_id uuid;
CREATE INDEX custom_fields_to_fill ON custom_fields (updated_at) WHERE search_fill_id IS NOT NULL;
CREATE POLICY system ON custom_fields FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, search_fill_id, updated_at) ON custom_fields TO escuta_system;

-- Programs could set the flag before.
ALTER TABLE custom_fields NO FORCE ROW LEVEL SECURITY;
UPDATE custom_fields SET search_fill_id = gen_random_uuid() WHERE searchable AND NOT sensitive AND type <> 'date';
ALTER TABLE custom_fields FORCE ROW LEVEL SECURITY;
