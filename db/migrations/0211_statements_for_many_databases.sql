-- What a distributed PostgreSQL refuses (docs/operations.md, “More than one database”).

-- The company is the first value now; db/functions makes it anew.
DROP FUNCTION IF EXISTS find_contacts(uuid, uuid, text, int);

-- Whoever deletes a contact, or a contact's company, takes it out of these rows first, and in the same transaction.
ALTER TABLE contacts DROP CONSTRAINT contacts_company_id_contact_company_id_fkey;
ALTER TABLE contacts ADD CONSTRAINT contacts_company_id_contact_company_id_fkey
  FOREIGN KEY (company_id, contact_company_id) REFERENCES contact_companies;
ALTER TABLE send_items DROP CONSTRAINT send_items_company_id_contact_id_fkey;
ALTER TABLE send_items ADD CONSTRAINT send_items_company_id_contact_id_fkey
  FOREIGN KEY (company_id, contact_id) REFERENCES contacts;
ALTER TABLE responses DROP CONSTRAINT responses_company_id_contact_id_fkey;
ALTER TABLE responses ADD CONSTRAINT responses_company_id_contact_id_fkey
  FOREIGN KEY (company_id, contact_id) REFERENCES contacts;
