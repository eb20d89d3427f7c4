-- The list of contacts by name ends with those who have none: whoever was anonymized, or came in by an address alone.
DROP INDEX contacts_name;
CREATE INDEX contacts_name ON contacts (company_id, business_unit_id, nullif(name, ''), id);
