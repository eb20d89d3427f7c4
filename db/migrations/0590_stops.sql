-- Who does not want messages, each time that somebody said so, of an address or of a person (decision 0071). A suppression tells the
-- strictest of an address: what stands behind it stays known when that one goes.
CREATE TABLE stops (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  business_unit_id uuid NOT NULL,
  channel text NOT NULL,
  -- Where it holds; null where it holds at whichever address the contact is given.
  address_hash bytea,
  -- Whose word it is, or whose address it was said of; null where nobody is known to have the address.
  contact_id uuid,
  reason text NOT NULL,
  at timestamptz NOT NULL,
  -- The merge that it came with, and goes with.
  merge_id uuid,
  -- It was said at another address of the person.
  carried boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units,
  CONSTRAINT stops_channel_check CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows')),
  CONSTRAINT stops_reason_check CHECK (reason IN ('unsubscribed', 'bounced', 'complained', 'manual', 'erased')),
  CONSTRAINT stops_of_somebody CHECK (address_hash IS NOT NULL OR contact_id IS NOT NULL)
);
CREATE UNIQUE INDEX stops_address
  ON stops (company_id, business_unit_id, channel, address_hash, reason, at, coalesce(merge_id, company_id)) WHERE address_hash IS NOT NULL;
CREATE UNIQUE INDEX stops_contact
  ON stops (company_id, contact_id, channel, reason, at, coalesce(merge_id, company_id)) WHERE address_hash IS NULL;
-- What one press stopped, at whichever address.
CREATE INDEX stops_at_addresses ON stops (company_id, contact_id, at) WHERE address_hash IS NOT NULL AND contact_id IS NOT NULL;
CREATE INDEX stops_merge ON stops (company_id, merge_id) WHERE merge_id IS NOT NULL;

ALTER TABLE suppressions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contact_consents NO FORCE ROW LEVEL SECURITY;
-- Where each was said is not known any more: one more press at an address says it again.
INSERT INTO stops (company_id, business_unit_id, channel, address_hash, reason, at, merge_id, carried)
SELECT company_id, business_unit_id, channel, address_hash, stop.reason, stop.at, stop.merge_id, true
FROM suppressions
CROSS JOIN LATERAL (VALUES
  ('erased', erased_at, NULL),
  (CASE WHEN erased_at IS NULL THEN reason END, created_at, CASE WHEN opted_out_at IS NULL THEN merge_id END),
  ('unsubscribed', opted_out_at, merge_id)
) AS stop (reason, at, merge_id)
WHERE stop.reason IS NOT NULL AND stop.at IS NOT NULL
ON CONFLICT DO NOTHING;

-- Of a person who is there or was merged: what anybody wrote down of them last, and what they withdrew last, by a link, which stops
-- every channel.
ALTER TABLE contacts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contact_merges NO FORCE ROW LEVEL SECURITY;
INSERT INTO stops (company_id, business_unit_id, channel, contact_id, reason, at, merge_id)
SELECT company_id, business_unit_id, stopped.channel, contact_id, stopped.reason, at, merge_id
FROM (
  SELECT DISTINCT ON (company_id, contact_id, channel, said_by) *
  FROM (
    SELECT *, 'anybody' AS said_by FROM contact_consents
    UNION ALL
    SELECT *, 'contact' FROM contact_consents WHERE source = 'contact'
  ) AS said
  ORDER BY company_id, contact_id, channel, said_by, at DESC, id DESC
) AS newest
CROSS JOIN LATERAL (
  SELECT newest.channel, CASE source WHEN 'contact' THEN 'unsubscribed' ELSE 'manual' END AS reason
  UNION
  SELECT unnest(ARRAY['email', 'sms']), 'unsubscribed' WHERE source = 'contact'
) AS stopped
WHERE status = 'withdrawn' AND (
  EXISTS (
    SELECT FROM contacts c WHERE c.company_id = newest.company_id AND c.id = newest.contact_id AND c.anonymized_at IS NULL
  ) OR EXISTS (
    SELECT FROM contact_merges m WHERE m.company_id = newest.company_id AND m.absorbed_id = newest.contact_id AND m.undone_at IS NULL
  )
)
ON CONFLICT DO NOTHING;
ALTER TABLE contacts FORCE ROW LEVEL SECURITY;
ALTER TABLE contact_merges FORCE ROW LEVEL SECURITY;

UPDATE suppressions SET reason = 'unsubscribed', created_at = opted_out_at
WHERE opted_out_at IS NOT NULL AND erased_at IS NULL AND reason IN ('bounced', 'manual');
ALTER TABLE contact_consents FORCE ROW LEVEL SECURITY;
ALTER TABLE suppressions FORCE ROW LEVEL SECURITY;
ALTER TABLE suppressions DROP COLUMN merge_id, DROP COLUMN opted_out_at;

ALTER TABLE stops ENABLE ROW LEVEL SECURITY;
ALTER TABLE stops FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON stops TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE (contact_id), DELETE ON stops TO escuta_company;
