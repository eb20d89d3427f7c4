-- What people ask of a company under the LGPD, by its public form, and what was done about each. The form is filled in by whoever
-- has its address, so a request comes in across companies, with the mail that tells its protocol.
CREATE TABLE privacy_requests (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  -- What the requester names it by.
  protocol text NOT NULL,
  type text NOT NULL CHECK (type IN ('confirmação', 'acesso', 'correção', 'anonimização', 'eliminação', 'portabilidade',
    'revogação', 'oposição', 'revisão_automatizada')),
  requester_name text NOT NULL,
  requester_email text NOT NULL CHECK (requester_email = lower(requester_email)),
  details text NOT NULL,
  language text NOT NULL CHECK (language IN ('pt', 'es', 'en')),
  identity_check text NOT NULL DEFAULT 'pending' CHECK (identity_check IN ('pending', 'confirmed', 'failed')),
  status text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'in_progress', 'done', 'refused')),
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  closed_at timestamptz,
  handled_by uuid,
  PRIMARY KEY (company_id, id),
  CONSTRAINT privacy_requests_closed_check CHECK ((closed_at IS NOT NULL) = (status IN ('done', 'refused')))
);
CREATE UNIQUE INDEX privacy_requests_protocol ON privacy_requests (company_id, protocol);
-- The open ones first, the most urgent at the top; then the closed ones, the newest first.
CREATE INDEX privacy_requests_urgent ON privacy_requests (company_id, closed_at DESC NULLS FIRST, due_at, id);
CREATE INDEX privacy_requests_requester ON privacy_requests (company_id, requester_email, created_at);

-- Each thing that was done about a request, with who and when: append only.
CREATE TABLE privacy_request_steps (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  at timestamptz NOT NULL,
  -- As they were called then; null for the requester.
  user_id uuid,
  user_name text,
  kind text NOT NULL CHECK (kind IN ('received', 'changed', 'collected', 'anonymized', 'deleted')),
  -- Those after it.
  status text NOT NULL CHECK (status IN ('received', 'in_progress', 'done', 'refused')),
  identity_check text NOT NULL CHECK (identity_check IN ('pending', 'confirmed', 'failed')),
  note text NOT NULL DEFAULT '',
  -- What was taken out of the product, table by table, where it was.
  report jsonb,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, request_id) REFERENCES privacy_requests
);
CREATE INDEX privacy_request_steps_of ON privacy_request_steps (company_id, request_id, at, id);

ALTER TABLE privacy_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE privacy_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON privacy_requests TO escuta_company USING (company_id = current_company());
GRANT SELECT, UPDATE ON privacy_requests TO escuta_company;
CREATE POLICY system ON privacy_requests TO escuta_system USING (true);
GRANT SELECT (company_id, requester_email, created_at) ON privacy_requests TO escuta_system;
GRANT INSERT ON privacy_requests TO escuta_system;

ALTER TABLE privacy_request_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE privacy_request_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON privacy_request_steps TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON privacy_request_steps TO escuta_company;
CREATE POLICY system ON privacy_request_steps FOR INSERT TO escuta_system WITH CHECK (true);
GRANT INSERT ON privacy_request_steps TO escuta_system;
