-- Which invitations to anonymous surveys were answered, and nothing of the answer: no time, no id of a response.
CREATE TABLE answered_invitations (
  company_id uuid NOT NULL,
  item_id uuid NOT NULL,
  PRIMARY KEY (company_id, item_id),
  FOREIGN KEY (company_id) REFERENCES companies
);

ALTER TABLE answered_invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE answered_invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON answered_invitations TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON answered_invitations TO escuta_company;
