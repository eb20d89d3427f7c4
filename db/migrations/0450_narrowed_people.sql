-- People of role pdv may be narrowed to one value of a custom field: they see the contacts that hold it, and what belongs to those
-- (decision 0047).
--
-- escuta_narrowed  is escuta_company, with restrictive policies of its own: they are no part of a statement of anybody else. It is
--                  taken with SET LOCAL ROLE like the others, and app.narrowing says to what: an object of the internal name of
--                  the field and its value, as hexadecimal text. Without it no contact is seen. Who owns the
--                  tables is a member too, and meets the policy where a partition is attached.
DO $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('escuta roles'));
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'escuta_narrowed') THEN
    CREATE ROLE escuta_narrowed NOLOGIN;
  END IF;
EXCEPTION
  -- Another database of the cluster created it in the same moment.
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
DO $$
BEGIN
  IF NOT pg_has_role('escuta_narrowed', 'escuta_company', 'MEMBER') THEN
    GRANT escuta_company TO escuta_narrowed;
  END IF;
  IF NOT pg_has_role(current_user, 'escuta_narrowed', 'MEMBER') THEN
    EXECUTE format('GRANT escuta_narrowed TO %I', current_user);
  END IF;
END
$$;

CREATE POLICY narrowed ON contacts AS RESTRICTIVE TO escuta_narrowed
  USING (
    custom_fields @> convert_from(decode(nullif(current_setting('app.narrowing', true), ''), 'hex'), 'UTF8')::jsonb
  );
-- What nobody answered by name belongs to no value. Whose the others are, their statements ask of the contacts.
CREATE POLICY narrowed ON responses AS RESTRICTIVE TO escuta_narrowed USING (contact_id IS NOT NULL);
-- Counters are of everybody.
CREATE POLICY narrowed ON metric_daily AS RESTRICTIVE TO escuta_narrowed USING (false);
CREATE POLICY narrowed ON invitation_daily AS RESTRICTIVE TO escuta_narrowed USING (false);

-- A field that narrows somebody is not deleted.
CREATE TABLE user_narrowings (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  custom_field_id uuid NOT NULL,
  value text NOT NULL CHECK (value <> ''),
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, custom_field_id) REFERENCES custom_fields
);
CREATE INDEX user_narrowings_field ON user_narrowings (company_id, custom_field_id);

ALTER TABLE user_narrowings ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_narrowings FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON user_narrowings TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON user_narrowings TO escuta_company;
-- Whoever accepts an invitation becomes a user across companies.
CREATE POLICY system ON user_narrowings FOR INSERT TO escuta_system WITH CHECK (true);
GRANT INSERT ON user_narrowings TO escuta_system;

ALTER TABLE invitations ADD COLUMN narrowing_field_id uuid;
ALTER TABLE invitations ADD COLUMN narrowing_value text;
GRANT SELECT (narrowing_field_id, narrowing_value) ON invitations TO escuta_company;
