-- Two contacts of a unit that were one person become one (decision 0056). The absorbed one goes as a row; for thirty days this holds
-- what it was, and what was moved, so that the merge can be reversed. Ids alone stay longer: they lead from a contact to those
-- whose history it has.
CREATE TABLE contact_merges (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  -- Who stays.
  contact_id uuid NOT NULL,
  -- Who is gone; comes back under the same id.
  absorbed_id uuid NOT NULL,
  merged_at timestamptz NOT NULL,
  merged_by uuid,
  merged_by_name text,
  undone_at timestamptz,
  -- Both as they were, and what the merge made of who stays; null once nobody can reverse it.
  before jsonb,
  -- What came from the absorbed one, by its ids.
  moved jsonb,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units
);
CREATE INDEX contact_merges_contact ON contact_merges (company_id, contact_id, merged_at);
CREATE INDEX contact_merges_absorbed ON contact_merges (company_id, absorbed_id, merged_at);
CREATE INDEX contact_merges_kept ON contact_merges (merged_at) WHERE before IS NOT NULL;

-- Messages whose send wrote to both: one contact has one message of a send, so that of the absorbed one has none, and stands here.
CREATE TABLE merged_items (
  company_id uuid NOT NULL,
  items_month date NOT NULL,
  item_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  PRIMARY KEY (company_id, items_month, item_id)
);
CREATE INDEX merged_items_contact ON merged_items (company_id, contact_id);

ALTER TABLE contact_merges ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_merges FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_merges TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON contact_merges TO escuta_company;
CREATE POLICY system ON contact_merges FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, merged_at, before) ON contact_merges TO escuta_system;

ALTER TABLE merged_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE merged_items FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON merged_items TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON merged_items TO escuta_company;

-- What a merge added goes with its reversal, and nothing else does: not what the person said themselves since.
ALTER TABLE suppressions ADD COLUMN merge_id uuid;
GRANT UPDATE (created_at, merge_id) ON suppressions TO escuta_company;
ALTER TABLE contact_consents ADD COLUMN merge_id uuid;
GRANT DELETE ON contact_consents TO escuta_company;
CREATE POLICY only_copies ON contact_consents AS RESTRICTIVE FOR DELETE TO escuta_company USING (merge_id IS NOT NULL);
