-- A zone is called by a place, as PostgreSQL and every other program know it (`contract/src/company-settings.ts`): short names
-- such as AET or IST are unknown to some, and another zone to others.
ALTER TABLE companies NO FORCE ROW LEVEL SECURITY;
ALTER TABLE business_units NO FORCE ROW LEVEL SECURITY;

UPDATE companies SET timezone = 'America/Sao_Paulo'
WHERE timezone !~ '^((Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/|UTC$)'
  OR NOT EXISTS (SELECT FROM pg_timezone_names WHERE lower(name) = lower(timezone));
UPDATE business_units SET timezone = 'America/Sao_Paulo'
WHERE timezone !~ '^((Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/|UTC$)'
  OR NOT EXISTS (SELECT FROM pg_timezone_names WHERE lower(name) = lower(timezone));

ALTER TABLE business_units FORCE ROW LEVEL SECURITY;
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
