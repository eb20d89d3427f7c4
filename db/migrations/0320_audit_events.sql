-- What people did, for the company that they did it in to read: who, when, what, to what, from where. Append only: nobody who works
-- for the product may change or remove a row, and there is no trigger to switch off. The company is the transaction's (its policy says
-- so), and the actor may be of another one: so neither has a foreign key.
CREATE TABLE audit_events (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  business_unit_id uuid,
  -- `staff` is ours: an account manager, or somebody who belongs to another company.
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'staff', 'system')),
  actor_id uuid,
  -- As they were then: a name that changes later changes nothing here.
  actor_name text,
  actor_role text,
  action text NOT NULL,
  target_type text,
  target_id text,
  target_label text,
  before jsonb,
  after jsonb,
  ip text,
  result text NOT NULL CHECK (result IN ('done', 'refused')),
  PRIMARY KEY (company_id, id)
);
CREATE INDEX audit_events_newest ON audit_events (company_id, at DESC, id DESC);
CREATE INDEX audit_events_actor ON audit_events (company_id, actor_id, at DESC);

ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON audit_events TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON audit_events TO escuta_company;
