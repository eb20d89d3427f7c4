-- The company that this transaction works for, or null.
CREATE OR REPLACE FUNCTION current_company() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.company_id', true), '')::uuid $$;
