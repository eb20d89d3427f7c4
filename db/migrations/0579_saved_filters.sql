-- The filters of lists that people have saved: addresses under a name, seen by their owner, or by all who work in the unit.
CREATE TABLE saved_filters (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  list text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  name text NOT NULL,
  shared boolean NOT NULL,
  search jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT saved_filters_company_id_business_unit_id_fkey FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units (company_id, id),
  CONSTRAINT saved_filters_list_check CHECK (list IN ('contacts', 'responses', 'queues', 'suppressions'))
);
-- It also finds the filters of a list in a unit.
CREATE UNIQUE INDEX saved_filters_name ON saved_filters (company_id, business_unit_id, list, user_id, lower(name));

ALTER TABLE saved_filters ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_filters FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON saved_filters TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_filters TO escuta_company;
