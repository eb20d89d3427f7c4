-- Quarantine: how long a person is left in peace after any survey, and after the same one. Counted from the ledger.
ALTER TABLE business_units
  ADD COLUMN quarantine_days smallint NOT NULL DEFAULT 30,
  ADD COLUMN survey_quarantine_days smallint NOT NULL DEFAULT 90;
ALTER TABLE business_units ADD CONSTRAINT business_units_quarantine_days_check CHECK (quarantine_days BETWEEN 0 AND 365);
ALTER TABLE business_units ADD CONSTRAINT business_units_survey_quarantine_days_check CHECK (survey_quarantine_days BETWEEN 0 AND 365);

-- Who sent in spite of it, and when that was decided. Both or neither.
ALTER TABLE sends
  ADD COLUMN quarantine_ignored_by uuid,
  ADD COLUMN quarantine_ignored_at timestamptz;
ALTER TABLE sends ADD CONSTRAINT sends_quarantine_ignored_by_fkey FOREIGN KEY (quarantine_ignored_by) REFERENCES users (id);
ALTER TABLE sends ADD CONSTRAINT sends_quarantine_ignored_check CHECK ((quarantine_ignored_by IS NULL) = (quarantine_ignored_at IS NULL));

-- What was sent to a mailbox, whichever contact had it. What was sent to a contact is found by one_per_contact. Both hold
-- only what never changes, so a hand-over and a result touch neither.
CREATE INDEX send_items_address ON send_items (company_id, address_hash) WHERE address_hash IS NOT NULL;
