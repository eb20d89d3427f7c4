-- The functions have files of their own (decision 0019). Which texts of a file this database has had: the youngest is the one
-- that it has. A process of the release before finds the text of its release among them, and stays ready.
CREATE TABLE schema_functions (
  name text NOT NULL,
  checksum text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (name, checksum)
);
GRANT SELECT ON schema_functions TO escuta_system;

-- Nobody calls these. The second and the third were dropped long ago, except where a database stood still in between.
DROP FUNCTION IF EXISTS add_to_invitation_days(uuid, json);
DROP FUNCTION IF EXISTS save_responses(uuid, json, json);
DROP FUNCTION IF EXISTS find_quarantined(uuid, uuid, uuid, uuid, uuid[], bytea[], timestamptz, bytea[]);
