-- What api and worker need when their login owns nothing and makes nothing (decision 0017).

-- The home of the job library, which makes its tables there itself. Made here, because a login that may make schemas may
-- make more than one. Whoever api and worker sign in as is given it by the program of this migration.
CREATE SCHEMA IF NOT EXISTS pgboss;

-- Readiness asks whether every migration has run.
GRANT SELECT ON schema_migrations TO escuta_system;
