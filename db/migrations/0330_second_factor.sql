-- The second step of signing in. Like sessions, all of it belongs to a user before a company is known.

-- The key that a user's authenticator app makes its codes of (RFC 6238).
CREATE TABLE authenticators (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until its first code has come: until then it protects nothing.
  confirmed_at timestamptz,
  -- The time step, of 30 seconds, of the last code that was taken. None of it or before it is taken again.
  last_step bigint NOT NULL
);

-- Codes on paper for who has lost the authenticator, each good once. Hashed under a key of ours.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Who has given the right password and not yet the second factor. No session: its token is good for the second step only.
CREATE TABLE sign_in_steps (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  keep_signed_in boolean NOT NULL,
  tries integer NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_steps_user ON sign_in_steps (user_id);
CREATE INDEX sign_in_steps_expiry ON sign_in_steps (expires_at);

-- Public keys of users (WebAuthn).
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- What the key counted at its last use, if it counts: one that goes back was copied.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Challenges that somebody has signed in by, until their time is over: none is answered twice.
CREATE TABLE used_challenges (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);

ALTER TABLE authenticators ENABLE ROW LEVEL SECURITY;
ALTER TABLE authenticators FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON authenticators TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON authenticators TO escuta_system;

ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON recovery_codes TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO escuta_system;

ALTER TABLE sign_in_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_in_steps TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_steps TO escuta_system;

ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON passkeys TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO escuta_system;

ALTER TABLE used_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE used_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON used_challenges TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON used_challenges TO escuta_system;
