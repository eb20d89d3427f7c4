-- The tags in use are offered where tags are typed. They are read of the contacts that have any, which in most units are few, and
-- nobody else costs a line of this index.
CREATE INDEX contacts_tagged ON contacts (company_id, business_unit_id, id) WHERE tags <> '{}';
