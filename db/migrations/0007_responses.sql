-- Responses: what people answered, and the counters that dashboards read.

CREATE TABLE responses (
  company_id uuid NOT NULL,
  -- Chosen by the respondent's page; with seq it makes a repeated request harmless.
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  survey_version_id uuid NOT NULL,
  -- The message that was answered; null for an anonymous door.
  send_id uuid,
  item_id uuid,
  contact_id uuid,
  channel text NOT NULL,
  language text NOT NULL,
  status text NOT NULL CHECK (status IN ('started', 'partial', 'complete')),
  last_seq int NOT NULL,
  score smallint CHECK (score BETWEEN 0 AND 10),
  bucket text CHECK (bucket IN ('promoter', 'passive', 'detractor')),
  comment text,
  -- The day of the score in the unit's zone: the row of metric_daily that counts it.
  day date NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  excluded_reason text,
  started_at timestamptz NOT NULL,
  answered_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units,
  FOREIGN KEY (company_id, survey_id) REFERENCES surveys,
  FOREIGN KEY (company_id, survey_version_id) REFERENCES survey_versions,
  FOREIGN KEY (company_id, contact_id) REFERENCES contacts ON DELETE SET NULL (contact_id)
);
-- One message, one response (areas 4.2).
CREATE UNIQUE INDEX responses_item ON responses (company_id, item_id) WHERE item_id IS NOT NULL;
CREATE INDEX responses_newest ON responses (company_id, business_unit_id, answered_at DESC, id DESC);
CREATE INDEX responses_comments ON responses (company_id, business_unit_id, answered_at DESC, id DESC) WHERE comment IS NOT NULL;
CREATE INDEX responses_survey ON responses (company_id, survey_id, answered_at DESC);
CREATE INDEX responses_version ON responses (company_id, survey_version_id);
CREATE INDEX responses_contact ON responses (company_id, contact_id) WHERE contact_id IS NOT NULL;

CREATE TABLE answers (
  company_id uuid NOT NULL,
  response_id uuid NOT NULL,
  question_key text NOT NULL,
  seq int NOT NULL,
  score smallint,
  words text,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, response_id, question_key),
  FOREIGN KEY (company_id, response_id) REFERENCES responses ON DELETE CASCADE,
  CHECK ((score IS NULL) <> (words IS NULL))
);

-- Scores per day: the cost of a dashboard does not depend on the number of responses. b0…b10 count each score.
CREATE TABLE metric_daily (
  company_id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  question_key text NOT NULL,
  channel text NOT NULL,
  day date NOT NULL,
  n int NOT NULL DEFAULT 0,
  sum bigint NOT NULL DEFAULT 0,
  sum_sq bigint NOT NULL DEFAULT 0,
  b0 int NOT NULL DEFAULT 0, b1 int NOT NULL DEFAULT 0, b2 int NOT NULL DEFAULT 0, b3 int NOT NULL DEFAULT 0,
  b4 int NOT NULL DEFAULT 0, b5 int NOT NULL DEFAULT 0, b6 int NOT NULL DEFAULT 0, b7 int NOT NULL DEFAULT 0,
  b8 int NOT NULL DEFAULT 0, b9 int NOT NULL DEFAULT 0, b10 int NOT NULL DEFAULT 0,
  comments int NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, business_unit_id, day, survey_id, question_key, channel)
);

ALTER TABLE responses ENABLE ROW LEVEL SECURITY;
ALTER TABLE responses FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON responses TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON responses TO escuta_company;

ALTER TABLE answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE answers FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON answers TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON answers TO escuta_company;

ALTER TABLE metric_daily ENABLE ROW LEVEL SECURITY;
ALTER TABLE metric_daily FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON metric_daily TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON metric_daily TO escuta_company;
