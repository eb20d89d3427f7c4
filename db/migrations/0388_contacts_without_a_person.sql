-- A contact of whom nothing is known any more (decision 0046). Whoever writes a name or an address into one, whatever they read
-- before, fails.
ALTER TABLE contacts ADD COLUMN anonymized_at timestamptz;
ALTER TABLE contacts ADD CONSTRAINT contacts_anonymized_check CHECK (
  anonymized_at IS NULL OR (
    name = '' AND email IS NULL AND tel IS NULL AND birthday IS NULL AND contact_company_id IS NULL AND custom_fields = '{}'
  )
);
