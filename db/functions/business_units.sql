-- The time zone of a unit; null when there is none.
CREATE OR REPLACE FUNCTION unit_timezone(company uuid, unit uuid) RETURNS text
LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN (SELECT timezone FROM business_units WHERE company_id = company AND id = unit);
END
$$;
