-- Access: users, the units that they work in, the companies that account managers look after, sessions.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  password_hash text,
  role text NOT NULL CHECK (role IN ('own', 'adm', 'acmng', 'ana', 'pdv', 'readonly', 'notesonly', 'dashonly', 'agent')),
  ticketing_role text CHECK (ticketing_role IN ('adm', 'ana', 'agent')),
  language text CHECK (language IN ('pt', 'es', 'en')),
  picture text,
  temporary_access boolean NOT NULL DEFAULT false,
  authenticator_enabled boolean NOT NULL DEFAULT false,
  deactivated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_company ON users (company_id);

-- No row for a user means every unit of the company.
CREATE TABLE user_business_units (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  business_unit_id uuid NOT NULL,
  PRIMARY KEY (company_id, user_id, business_unit_id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units ON DELETE CASCADE
);

CREATE TABLE company_managers (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (company_id, user_id)
);
CREATE INDEX company_managers_user ON company_managers (user_id);

-- Tokens are hashed at rest. Rotation keeps the previous one valid for a moment, for calls already under way.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  previous_token_hash bytea,
  previous_valid_until timestamptz,
  rotated_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  keep_signed_in boolean NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_previous ON sessions (previous_token_hash) WHERE previous_token_hash IS NOT NULL;

-- Failed sign-ins per account and per address, counted in windows (decision 12).
CREATE TABLE sign_in_failures (
  subject bytea PRIMARY KEY,
  failures int NOT NULL,
  window_started_at timestamptz NOT NULL,
  blocked_until timestamptz
);

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON users TO escuta_company USING (company_id = current_company());
CREATE POLICY system ON users TO escuta_system USING (true);
-- A company's transaction never sees a password hash.
GRANT SELECT (id, company_id, email, name, role, ticketing_role, language, picture, temporary_access, authenticator_enabled, deactivated_at, created_at) ON users TO escuta_company;
GRANT SELECT, INSERT, UPDATE ON users TO escuta_system;

ALTER TABLE user_business_units ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_business_units FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON user_business_units TO escuta_company USING (company_id = current_company());
CREATE POLICY system ON user_business_units TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON user_business_units TO escuta_company;
GRANT SELECT ON user_business_units TO escuta_system;

ALTER TABLE company_managers ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_managers FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON company_managers TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON company_managers TO escuta_system;

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sessions TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO escuta_system;

ALTER TABLE sign_in_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_failures FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_in_failures TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_failures TO escuta_system;
