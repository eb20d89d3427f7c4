-- What is known of a company that contacts work for, beside its name: its CNPJ, once in a unit, and its segment.
ALTER TABLE contact_companies ADD COLUMN cnpj text;
ALTER TABLE contact_companies ADD COLUMN market_segment text;
ALTER TABLE contact_companies
  ADD CONSTRAINT contact_companies_cnpj_check CHECK (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$');
CREATE UNIQUE INDEX contact_companies_cnpj ON contact_companies (company_id, business_unit_id, cnpj) WHERE cnpj IS NOT NULL;

-- The contacts of one company, newest first, without sorting them.
DROP INDEX contacts_company;
CREATE INDEX contacts_company ON contacts (company_id, business_unit_id, contact_company_id, created_at DESC, id DESC)
WHERE contact_company_id IS NOT NULL;
