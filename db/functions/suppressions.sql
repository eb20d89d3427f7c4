-- The hash under which an address is suppressed and deduplicated.
CREATE OR REPLACE FUNCTION address_hash(address text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT sha256(convert_to(lower(address), 'UTF8')) $$;
