-- Every import that met a contact, so that the list of an import stays as long as it says when a later file has the same people
-- (decision 30). A contact named the last one alone.
CREATE TABLE contact_imports (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  -- In the order of the ids, which is that of their creation, stand lists, files and what is sent.
  contact_id uuid NOT NULL,
  met_at timestamptz NOT NULL,
  -- No foreign key: of a million contacts that come in, each would be looked up once more. Whoever deletes a contact takes these along.
  PRIMARY KEY (company_id, import_id, contact_id)
);
CREATE INDEX contact_imports_contact ON contact_imports (company_id, contact_id);
-- batch.ts: no statistics
ALTER TABLE contact_imports ALTER COLUMN company_id SET STATISTICS 0;

-- What is known of before: who was created, whom an import changed in the last three days, and who was met last.
ALTER TABLE contacts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contact_import_changes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contact_merges NO FORCE ROW LEVEL SECURITY;
ALTER TABLE imports NO FORCE ROW LEVEL SECURITY;
INSERT INTO contact_imports (company_id, import_id, contact_id, met_at)
SELECT contacts.company_id, met.import_id, contacts.id, min(coalesce(met.at, imports.created_at, contacts.created_at))
FROM contacts
CROSS JOIN LATERAL (
  SELECT contacts.created_import_id, contacts.created_at
  UNION ALL
  SELECT contacts.last_import_id, NULL
  UNION ALL
  SELECT change.import_id, change.changed_at
  FROM contact_import_changes change
  JOIN imports standing
    ON standing.company_id = change.company_id AND standing.id = change.import_id AND standing.undo_asked_at IS NULL
  WHERE change.company_id = contacts.company_id AND change.contact_id = contacts.id
) AS met (import_id, at)
LEFT JOIN imports ON imports.company_id = contacts.company_id AND imports.id = met.import_id
WHERE met.import_id IS NOT NULL
GROUP BY contacts.company_id, met.import_id, contacts.id
ON CONFLICT DO NOTHING;

-- Of a merge that can be reversed, the imports of who was absorbed.
UPDATE contact_merges
SET before = before #- '{kept,last_import_id}' #- '{absorbed,last_import_id}' || jsonb_build_object('imports', jsonb_build_object(
  'added', '[]'::jsonb,
  'absorbed', (
    SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('id', id, 'metAt', before #>> '{absorbed,created_at}')), '[]')
    FROM (VALUES (before #>> '{absorbed,created_import_id}'), (before #>> '{absorbed,last_import_id}')) AS met (id)
    WHERE id IS NOT NULL
  )
))
WHERE before IS NOT NULL;
ALTER TABLE imports FORCE ROW LEVEL SECURITY;
ALTER TABLE contact_merges FORCE ROW LEVEL SECURITY;
ALTER TABLE contact_import_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE contacts FORCE ROW LEVEL SECURITY;

-- Its index goes along.
ALTER TABLE contacts DROP COLUMN last_import_id;

ALTER TABLE contact_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_imports FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON contact_imports TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, DELETE ON contact_imports TO escuta_company;
CREATE POLICY search ON contact_imports FOR SELECT TO escuta_search USING (true);
GRANT SELECT (company_id, import_id, contact_id) ON contact_imports TO escuta_search;
