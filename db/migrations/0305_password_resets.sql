-- Forgot-password requests. The link that a user gets by mail holds a random id, kept here as its hash: it can be used once, within
-- 30 minutes. That it was opened uses nothing up, since mail scanners open links, too.
CREATE TABLE password_resets (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  link_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  visited_at timestamptz,
  used_at timestamptz
);
CREATE INDEX password_resets_user ON password_resets (user_id, created_at);

ALTER TABLE password_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_resets FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON password_resets TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON password_resets TO escuta_system;
