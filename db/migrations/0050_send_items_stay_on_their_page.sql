-- An item changes its state three times. Each change was written into every index of the table, because the indexes that
-- found work named the state. Now they name only what changes when an item begins or ends to wait, so that a hand-over
-- and a result stay on the row's page (a HOT update) and touch no index at all.

-- `not_before` says when an item is due: null while nobody waits for it (it is claimed, handed over or final), 'infinity'
-- while it is in doubt.
ALTER TABLE send_items ALTER COLUMN not_before DROP NOT NULL;
-- Rows of all companies: policies are forced on the owner of the tables too.
ALTER TABLE send_items NO FORCE ROW LEVEL SECURITY;
ALTER TABLE send_progress NO FORCE ROW LEVEL SECURITY;
UPDATE send_items SET not_before = CASE WHEN state = 6 AND reason IS NULL THEN 'infinity'::timestamptz END
WHERE state NOT IN (0, 5);
DROP INDEX send_items_ready, send_items_leased, send_items_unknown;
CREATE INDEX send_items_due ON send_items (company_id, send_id, not_before, id) WHERE not_before IS NOT NULL;

-- A worker hands neighbours over in one transaction: each needs room for its new version beside the old one.
DO $$
DECLARE
  partition regclass;
BEGIN
  FOR partition IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'send_items'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 50)', partition);
  END LOOP;
END
$$;

-- One index for two questions: which item of a send a contact has, and which items a deleted contact leaves behind.
ALTER TABLE send_items
  DROP CONSTRAINT send_items_one_per_contact,
  ADD CONSTRAINT send_items_one_per_contact UNIQUE (company_id, contact_id, send_id, channel, items_month);
DROP INDEX send_items_contact;

-- What a worker holds: one row for each claim, so that the items of a dead worker are found without an index of their
-- leases. The truth is the item's own lease; a row here may outlive it for some seconds.
CREATE TABLE send_leases (
  company_id uuid NOT NULL,
  lease_token uuid NOT NULL,
  send_id uuid NOT NULL,
  item_ids uuid[] NOT NULL,
  PRIMARY KEY (company_id, lease_token),
  FOREIGN KEY (company_id, send_id) REFERENCES sends
);
CREATE INDEX send_leases_send ON send_leases (company_id, send_id);
INSERT INTO send_leases (company_id, lease_token, send_id, item_ids)
SELECT company_id, lease_token, send_id, array_agg(id) FROM send_items
WHERE state IN (1, 2) AND lease_token IS NOT NULL
GROUP BY company_id, lease_token, send_id;
ALTER TABLE send_items FORCE ROW LEVEL SECURITY;

ALTER TABLE send_leases ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_leases FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_leases TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, DELETE ON send_leases TO escuta_company;

-- Contacts are marked in larger batches than results are written: how many of the accepted items are marked by now, and how
-- far a send whose worker died in between was gone through again.
ALTER TABLE send_progress ADD COLUMN marked int NOT NULL DEFAULT 0;
UPDATE send_progress SET marked = accepted;
ALTER TABLE send_progress FORCE ROW LEVEL SECURITY;
ALTER TABLE sends ADD COLUMN mark_cursor uuid;
