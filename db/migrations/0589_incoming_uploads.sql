-- Files on their way, each noted before its first byte: a process that is killed before it has written the row of its file leaves one
-- here that leads to it, and it holds people's data.
CREATE TABLE incoming_uploads (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  begun_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX incoming_uploads_begun ON incoming_uploads (begun_at);
ALTER TABLE incoming_uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE incoming_uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON incoming_uploads TO escuta_company USING (company_id = current_company());
CREATE POLICY system ON incoming_uploads FOR SELECT TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON incoming_uploads TO escuta_company;
GRANT SELECT ON incoming_uploads TO escuta_system;
