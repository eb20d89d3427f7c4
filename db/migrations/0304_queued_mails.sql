-- Mails of the product itself (a code, an invitation, a notice): written with the fact that they tell, sent by a worker. What they
-- say is sealed, since codes and links in it let people in, and gone once the mail has left.
CREATE TABLE queued_mails (
  id uuid PRIMARY KEY,
  -- Addressee, subject and bodies; null once the mail was sent or given up.
  sealed bytea,
  created_at timestamptz NOT NULL,
  -- Nobody is helped by it later.
  expires_at timestamptz NOT NULL,
  -- When it may be tried, for the first time or again.
  ready_at timestamptz NOT NULL,
  -- A worker that holds it and dies loses it then.
  leased_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- What the mail server said last.
  response text
);
CREATE INDEX queued_mails_ready ON queued_mails (ready_at) WHERE sealed IS NOT NULL;
CREATE INDEX queued_mails_created ON queued_mails (created_at);

ALTER TABLE queued_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE queued_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON queued_mails TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON queued_mails TO escuta_system;
