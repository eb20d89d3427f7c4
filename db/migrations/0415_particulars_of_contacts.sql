-- What is known of a contact beside the fields that everybody has: the id that the company's own systems give it, its language, its
-- time zone and the tags that people sort it by.
ALTER TABLE contacts
  ADD COLUMN external_id text,
  ADD COLUMN language text,
  ADD COLUMN timezone text,
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
ALTER TABLE contacts ADD CONSTRAINT contacts_language_check CHECK (language IN ('pt', 'es', 'en'));
CREATE UNIQUE INDEX contacts_external_id ON contacts (company_id, business_unit_id, external_id)
WHERE external_id IS NOT NULL;

-- Whoever writes any of it into a contact of whom nothing is to be known fails, as with its name.
ALTER TABLE contacts DROP CONSTRAINT contacts_anonymized_check;
ALTER TABLE contacts ADD CONSTRAINT contacts_anonymized_check CHECK (
  anonymized_at IS NULL OR (
    name = '' AND email IS NULL AND tel IS NULL AND birthday IS NULL AND contact_company_id IS NULL AND custom_fields = '{}'
    AND external_id IS NULL AND language IS NULL AND timezone IS NULL AND tags = '{}'
  )
);
