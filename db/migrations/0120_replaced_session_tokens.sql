-- Every token that a session has had and replaced, hashed as the current one is. Shown again after its time it tells that
-- two hold the session, however often the token was replaced since.
CREATE TABLE replaced_session_tokens (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  replaced_at timestamptz NOT NULL
);
CREATE INDEX replaced_session_tokens_session ON replaced_session_tokens (session_id);

ALTER TABLE replaced_session_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE replaced_session_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON replaced_session_tokens TO escuta_system USING (true);
GRANT SELECT, INSERT ON replaced_session_tokens TO escuta_system;
