-- What one press stopped, at whichever address and of the person: a way back asks for both at once, which neither index of one kind answers.
DROP INDEX stops_at_addresses;
CREATE INDEX stops_said ON stops (company_id, contact_id, at) WHERE contact_id IS NOT NULL;
