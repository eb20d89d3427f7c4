-- The timeline of a contact tells which tags an action on many gave them, or took away: the row of whom it changed stays.
ALTER TABLE bulk_action_contacts
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN changed_tags text[];
ALTER TABLE bulk_action_contacts ADD CONSTRAINT bulk_action_contacts_changed_check CHECK ((changed_at IS NULL) = (changed_tags IS NULL));
GRANT UPDATE (changed_at, changed_tags) ON bulk_action_contacts TO escuta_company;

-- Who is still to be dealt with is found without those who were.
CREATE INDEX bulk_action_contacts_waiting ON bulk_action_contacts (company_id, bulk_action_id, contact_id) WHERE changed_at IS NULL;
CREATE INDEX bulk_action_contacts_changed ON bulk_action_contacts (company_id, contact_id) WHERE changed_at IS NOT NULL;
