-- An imported answer is looked for among those of the same instant, and not among all that somebody ever gave: a shop's address may
-- have given thousands.
CREATE INDEX responses_contact_instant ON responses (company_id, contact_id, answered_at) WHERE contact_id IS NOT NULL;
DROP INDEX responses_contact;
