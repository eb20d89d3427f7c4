-- By which way in a response came. Until now there was one.
ALTER TABLE responses ADD COLUMN origin text NOT NULL DEFAULT 'invitation';
ALTER TABLE responses ADD CONSTRAINT responses_origin_check CHECK (origin IN ('invitation', 'link'));

-- The open link of a survey: whoever holds it may answer, as long as it is open. Its address carries the company and the code.
CREATE TABLE survey_links (
  company_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  code text NOT NULL CHECK (code ~ '^[0-9a-f]{12}$'),
  is_open boolean NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, survey_id),
  FOREIGN KEY (company_id, survey_id) REFERENCES surveys ON DELETE CASCADE
);
CREATE UNIQUE INDEX survey_links_code ON survey_links (company_id, code);
ALTER TABLE survey_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE survey_links FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON survey_links TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON survey_links TO escuta_company;
