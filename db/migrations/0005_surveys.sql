-- Surveys: the draft is edited in place, a published version never changes.
-- Functions first: survey_versions.sql

CREATE TABLE surveys (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  title text NOT NULL,
  icon text NOT NULL DEFAULT 'message-star',
  metric text NOT NULL CHECK (metric IN ('nps', 'csat', 'ces', 'none')),
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'paused', 'closed', 'archived')),
  channels text[] NOT NULL DEFAULT '{email}',
  draft jsonb NOT NULL,
  -- Grows with each save: a save that names an older one is refused.
  draft_revision int NOT NULL DEFAULT 1,
  draft_changed boolean NOT NULL DEFAULT true,
  current_version_id uuid,
  responses int NOT NULL DEFAULT 0,
  last_answered_at timestamptz,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units
);
CREATE INDEX surveys_newest ON surveys (company_id, business_unit_id, created_at DESC, id DESC);

CREATE TABLE survey_versions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  survey_id uuid NOT NULL,
  number int NOT NULL,
  title text NOT NULL,
  definition jsonb NOT NULL,
  published_by uuid REFERENCES users,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, survey_id, number),
  FOREIGN KEY (company_id, survey_id) REFERENCES surveys
);

ALTER TABLE surveys
  ADD FOREIGN KEY (company_id, current_version_id) REFERENCES survey_versions;
CREATE INDEX surveys_current_version ON surveys (company_id, current_version_id) WHERE current_version_id IS NOT NULL;

CREATE TRIGGER survey_versions_immutable BEFORE UPDATE OR DELETE ON survey_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE surveys ENABLE ROW LEVEL SECURITY;
ALTER TABLE surveys FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON surveys TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON surveys TO escuta_company;

ALTER TABLE survey_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE survey_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON survey_versions TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON survey_versions TO escuta_company;
