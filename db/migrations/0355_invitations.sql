-- Who is asked into a company, and what they will be there. The link of an invitation is looked up before anybody is signed in, so
-- across companies; its id of 128 bits is kept as a hash alone.
CREATE TABLE invitations (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL,
  ticketing_role text,
  -- The units to work in; all of the company when none is named.
  business_unit_ids uuid[] NOT NULL DEFAULT '{}',
  exports_personal_data boolean NOT NULL DEFAULT false,
  -- Who asked, as they were called then; null for the product itself.
  invited_by uuid,
  invited_by_name text,
  created_at timestamptz NOT NULL,
  -- When its newest mail was queued, and which one that is.
  sent_at timestamptz NOT NULL,
  mail_id uuid,
  expires_at timestamptz NOT NULL,
  -- A mail scanner opens links too: nothing follows from it.
  visited_at timestamptz,
  accepted_at timestamptz,
  cancelled_at timestamptz,
  PRIMARY KEY (company_id, id),
  CONSTRAINT invitations_role_check CHECK (role IN ('own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly', 'dashonly', 'agent')),
  CONSTRAINT invitations_ticketing_role_check CHECK (ticketing_role IN ('adm', 'ana', 'agent')),
  CONSTRAINT invitations_bound_ticketing_role_check CHECK (role <> 'agent' OR ticketing_role IS NOT DISTINCT FROM 'agent')
);
CREATE INDEX invitations_token ON invitations (token_hash);
-- One open invitation for each address: two people who invite the same one at once write one row.
CREATE UNIQUE INDEX invitations_open ON invitations (company_id, email) WHERE accepted_at IS NULL AND cancelled_at IS NULL;

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON invitations TO escuta_company USING (company_id = current_company());
CREATE POLICY system ON invitations TO escuta_system USING (true);
GRANT SELECT (company_id, id, email, role, ticketing_role, business_unit_ids, exports_personal_data, invited_by, invited_by_name, created_at, sent_at, mail_id, expires_at, visited_at, accepted_at, cancelled_at) ON invitations TO escuta_company;
GRANT UPDATE (cancelled_at) ON invitations TO escuta_company;
GRANT SELECT, INSERT, UPDATE ON invitations TO escuta_system;

-- An invitation is written with its mail, and a user with the units of the invitation, across companies. The audit tells of both in
-- the same transaction: it is still only added to.
GRANT INSERT ON user_business_units TO escuta_system;
CREATE POLICY system ON audit_events FOR INSERT TO escuta_system WITH CHECK (true);
GRANT INSERT ON audit_events TO escuta_system;
