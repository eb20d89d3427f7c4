-- The stops of one word belong together, wherever they hold and whoever was given them (decision 0071): whose word it is, those say that are
-- of a person. A stop is of an address or of a person.
ALTER TABLE stops ADD COLUMN word_id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE stops NO FORCE ROW LEVEL SECURITY;
-- What one press or one complaint stopped is known by its moment; what a company or a server stopped is lifted by its address.
UPDATE stops SET word_id = md5(concat(company_id, business_unit_id, reason, extract(epoch FROM at)))::uuid
WHERE reason IN ('unsubscribed', 'complained');
UPDATE stops SET contact_id = NULL WHERE address_hash IS NOT NULL;
ALTER TABLE stops FORCE ROW LEVEL SECURITY;

DROP INDEX stops_address;
DROP INDEX stops_contact;
DROP INDEX stops_said;
ALTER TABLE stops DROP CONSTRAINT stops_of_somebody;
ALTER TABLE stops ADD CONSTRAINT stops_of_one CHECK ((address_hash IS NULL) <> (contact_id IS NULL));
CREATE UNIQUE INDEX stops_address
  ON stops (company_id, business_unit_id, channel, address_hash, word_id, coalesce(merge_id, company_id)) WHERE address_hash IS NOT NULL;
CREATE UNIQUE INDEX stops_contact
  ON stops (company_id, contact_id, channel, word_id, coalesce(merge_id, company_id)) WHERE contact_id IS NOT NULL;
CREATE INDEX stops_word ON stops (company_id, word_id);
REVOKE UPDATE (contact_id) ON stops FROM escuta_company;
