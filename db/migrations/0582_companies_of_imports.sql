-- The undo of an import takes the companies with it that the import made and nobody needs; those that were there before stay.
ALTER TABLE contact_companies ADD COLUMN created_import_id uuid;
CREATE INDEX contact_companies_created_import ON contact_companies (company_id, created_import_id, id)
  WHERE created_import_id IS NOT NULL;

-- Whoever deletes a company is asked by its key alone whether anybody works for it, which says no unit: behind the unit, all entries of
-- the company's people were read for each. A company is of one unit.
DROP INDEX contacts_company;
CREATE INDEX contacts_company ON contacts (company_id, contact_company_id, business_unit_id, created_at DESC, id DESC)
  WHERE contact_company_id IS NOT NULL;
