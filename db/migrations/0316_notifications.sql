-- What each user is told, in each company that they work in. The user may belong to another company.
CREATE TABLE notifications (
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('import_finished', 'import_failed')),
  -- What of the company the notification speaks of: told once, however often its event comes.
  subject_id uuid NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  PRIMARY KEY (company_id, user_id, id),
  UNIQUE (company_id, user_id, kind, subject_id)
);
CREATE INDEX notifications_unread ON notifications (company_id, user_id) WHERE read_at IS NULL;

ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON notifications TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON notifications TO escuta_company;
