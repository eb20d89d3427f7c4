-- What a company asks of the sessions of its people (decision 0042): the networks that they come from, in the notation of CIDR,
-- and how long a session may stay unused where that is less than the installation lets it.
ALTER TABLE companies ADD COLUMN allowed_networks text[] NOT NULL DEFAULT '{}';
ALTER TABLE companies ADD COLUMN session_idle_minutes integer;
ALTER TABLE companies
  ADD CONSTRAINT companies_session_idle_minutes_check CHECK (session_idle_minutes BETWEEN 15 AND 10080);
GRANT UPDATE (allowed_networks, session_idle_minutes) ON companies TO escuta_company;

-- Who chose the federated login last stands under it, as under any other setting.
CREATE INDEX audit_events_sign_in_settings ON audit_events (company_id, target_type, target_id, at DESC)
  WHERE action = 'company.sign_in_changed';
