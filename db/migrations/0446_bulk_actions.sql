-- What is done to many contacts at once. Whose they are is decided when it is asked for; what is dealt with leaves the second table
-- in the transaction of the work, so that a worker that ends goes on where it was.
CREATE TABLE bulk_actions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tag', 'untag', 'anonymize', 'delete')),
  tags text[] NOT NULL DEFAULT '{}',
  -- What becomes of the comments of who is erased.
  comments text CHECK (comments IN ('remove', 'mask')),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'finished', 'cancelled', 'error')),
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  -- Who asked, as the audit will say of each erasure.
  actor jsonb NOT NULL,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  moved_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  CONSTRAINT bulk_actions_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units (company_id, id),
  CONSTRAINT bulk_actions_kind_tags_check CHECK ((kind IN ('tag', 'untag')) = (cardinality(tags) > 0)),
  CONSTRAINT bulk_actions_kind_comments_check CHECK ((kind IN ('anonymize', 'delete')) = (comments IS NOT NULL)),
  CONSTRAINT bulk_actions_ended_check CHECK ((status = 'running') = (ended_at IS NULL))
);
CREATE INDEX bulk_actions_newest ON bulk_actions (company_id, business_unit_id, created_at DESC, id DESC);
-- One at a time in each unit; and what stands still is found by it.
CREATE UNIQUE INDEX bulk_actions_running ON bulk_actions (company_id, business_unit_id) WHERE status = 'running';

-- Who is still to be dealt with. A contact that is gone meanwhile is skipped.
CREATE TABLE bulk_action_contacts (
  company_id uuid NOT NULL,
  bulk_action_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  PRIMARY KEY (company_id, bulk_action_id, contact_id),
  CONSTRAINT bulk_action_contacts_company_id_bulk_action_id_fkey FOREIGN KEY (company_id, bulk_action_id) REFERENCES bulk_actions (company_id, id)
);

ALTER TABLE bulk_actions ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_actions FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bulk_actions TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON bulk_actions TO escuta_company;
CREATE POLICY system ON bulk_actions FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, id, status, moved_at) ON bulk_actions TO escuta_system;

ALTER TABLE bulk_action_contacts ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_action_contacts FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON bulk_action_contacts TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, DELETE ON bulk_action_contacts TO escuta_company;
