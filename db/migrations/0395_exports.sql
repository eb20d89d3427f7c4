-- Exports: what was asked for, how far it is, and the pieces of its file.

CREATE TABLE exports (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('export_contacts', 'export_single_survey', 'export_multi_survey')),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'running', 'finished', 'error', 'cancelled')),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx', 'json')),
  -- The filter, the choices, and the rights of who asked.
  asked jsonb NOT NULL,
  -- Whether its file says who people are: then who takes it away must hold the right to.
  names_people boolean NOT NULL,
  survey_title text,
  export_mode text CHECK (export_mode IN ('responses', 'questions')),
  -- Noted at the start: rows of later are left out. What the columns of the file follow from is as it was then too.
  watermark timestamptz,
  layout jsonb,
  -- The checkpoint: pieces that are stored, the key of their last row, and whether that was the last of all. A generation ends
  -- where the export begins again.
  generation int NOT NULL DEFAULT 0,
  parts int NOT NULL DEFAULT 0,
  read_key jsonb,
  is_read boolean NOT NULL DEFAULT false,
  total_rows int NOT NULL DEFAULT 0,
  done_rows int NOT NULL DEFAULT 0,
  moved_at timestamptz NOT NULL,
  -- The file, and its random link; null again once it is gone.
  file_id uuid,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units
);
CREATE INDEX exports_newest ON exports (company_id, business_unit_id, created_at DESC, id DESC);
CREATE INDEX exports_newest_of_all ON exports (created_at DESC, id DESC);
CREATE INDEX exports_unfinished ON exports (company_id, id) WHERE status IN ('pending', 'running');
-- One at a time.
CREATE UNIQUE INDEX exports_running ON exports (company_id, business_unit_id) WHERE status = 'running';
CREATE UNIQUE INDEX exports_file ON exports (company_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX exports_kept ON exports (ended_at) WHERE file_id IS NOT NULL;

-- Each file in the storage that belongs to an export, noted before it is written, so that none is ever left behind.
CREATE TABLE export_parts (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  export_id uuid NOT NULL,
  -- Counted from 1, once it is part of what was read; null for the whole file.
  part_no int,
  is_dropped boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, export_id) REFERENCES exports
);
CREATE INDEX export_parts_of ON export_parts (company_id, export_id, part_no);
CREATE INDEX export_parts_dropped ON export_parts (company_id, id) WHERE is_dropped;

ALTER TABLE exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE exports FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON exports TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON exports TO escuta_company;
CREATE POLICY system ON exports FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, id, business_unit_id, type, status, format, survey_title, export_mode, total_rows, done_rows, moved_at,
  file_id, names_people, created_by, created_at, ended_at) ON exports TO escuta_system;

ALTER TABLE export_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE export_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON export_parts TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON export_parts TO escuta_company;
CREATE POLICY system ON export_parts FOR SELECT TO escuta_system USING (true);
GRANT SELECT (company_id, id, is_dropped) ON export_parts TO escuta_system;
