-- The external id that a merge dropped, as long as it is not reversed and the contact not erased: other systems still send it, and whoever it
-- names has become one with another contact (decision 0056).
ALTER TABLE contact_merges ADD COLUMN dropped_external_id text;
ALTER TABLE contact_merges NO FORCE ROW LEVEL SECURITY;
UPDATE contact_merges
SET dropped_external_id = coalesce(
  nullif(before -> 'absorbed' ->> 'external_id', before -> 'after' ->> 'external_id'),
  nullif(before -> 'kept' ->> 'external_id', before -> 'after' ->> 'external_id')
)
WHERE before IS NOT NULL;
ALTER TABLE contact_merges FORCE ROW LEVEL SECURITY;
CREATE INDEX contact_merges_dropped ON contact_merges (company_id, business_unit_id, dropped_external_id) WHERE dropped_external_id IS NOT NULL;
