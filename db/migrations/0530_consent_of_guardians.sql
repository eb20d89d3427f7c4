-- What a parent or guardian agreed to for a child is a basis of its own (LGPD, art. 14, § 1).
ALTER TABLE contact_consents DROP CONSTRAINT contact_consents_basis_check;
ALTER TABLE contact_consents ADD CONSTRAINT contact_consents_basis_check
  CHECK (basis IN ('consent', 'legitimate_interest', 'contract', 'guardian_consent'));
