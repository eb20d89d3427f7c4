-- What the internal admin tells the whole platform. Neither table belongs to a company.

-- At most one row: while it is there, the platform is shut for everybody but account managers (decision 0036).
CREATE TABLE maintenance (
  id int PRIMARY KEY CHECK (id = 1),
  began_at timestamptz NOT NULL,
  began_by uuid NOT NULL,
  -- By language; null without a text.
  text jsonb,
  until timestamptz
);

CREATE TABLE system_notices (
  id uuid PRIMARY KEY,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  text jsonb NOT NULL,
  shown_from timestamptz NOT NULL,
  shown_until timestamptz NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK (shown_until > shown_from)
);
CREATE INDEX system_notices_until ON system_notices (shown_until);

ALTER TABLE maintenance ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON maintenance TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance TO escuta_system;

ALTER TABLE system_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE system_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON system_notices TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON system_notices TO escuta_system;
