-- The audit is never changed, but for one thing: the name of a contact who is not to be known any more is taken out of it. The
-- grant reaches that column alone, and the policy these rows and no other value.
GRANT UPDATE (target_label) ON audit_events TO escuta_company;
CREATE POLICY only_names_of_contacts ON audit_events AS RESTRICTIVE FOR UPDATE TO escuta_company
  USING (target_type = 'contact') WITH CHECK (target_label IS NULL);
CREATE INDEX audit_events_contact ON audit_events (company_id, target_id) WHERE target_type = 'contact' AND target_label IS NOT NULL;
