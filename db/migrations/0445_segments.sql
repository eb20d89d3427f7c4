-- Segments, which say by conditions who belongs to them, and lists, which hold whom they were made of.
CREATE TABLE segments (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  -- The conditions of a segment; a list has none.
  definition jsonb,
  -- How many contacts a segment found when it was saved.
  counted integer,
  counted_at timestamptz,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT segments_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units (company_id, id),
  CONSTRAINT segments_kind_check CHECK (kind IN ('segment', 'list')),
  CONSTRAINT segments_definition_check CHECK ((kind = 'segment') = (definition IS NOT NULL)),
  CONSTRAINT segments_counted_check CHECK ((kind = 'segment') = (counted IS NOT NULL) AND (counted IS NULL) = (counted_at IS NULL))
);
CREATE UNIQUE INDEX segments_name ON segments (company_id, business_unit_id, lower(name));

-- The members of lists. Who is erased leaves them.
CREATE TABLE segment_members (
  company_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  PRIMARY KEY (company_id, segment_id, contact_id),
  CONSTRAINT segment_members_company_id_segment_id_fkey FOREIGN KEY (company_id, segment_id) REFERENCES segments (company_id, id),
  CONSTRAINT segment_members_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id)
);
CREATE INDEX segment_members_contact ON segment_members (company_id, contact_id);

ALTER TABLE segments ENABLE ROW LEVEL SECURITY;
ALTER TABLE segments FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON segments TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON segments TO escuta_company;

ALTER TABLE segment_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE segment_members FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON segment_members TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, DELETE ON segment_members TO escuta_company;
