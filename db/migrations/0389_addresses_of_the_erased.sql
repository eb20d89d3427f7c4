-- Since when an address belongs to nobody whom the company may know: imports leave it out. Another reason for which it was
-- suppressed gives way: what a person stopped themselves a link may lift, and this none.
ALTER TABLE suppressions ADD COLUMN erased_at timestamptz;
GRANT UPDATE (reason, erased_at) ON suppressions TO escuta_company;
CREATE INDEX suppressions_erased ON suppressions (company_id, business_unit_id, address_hash) WHERE erased_at IS NOT NULL;
