-- What somebody who opened their invitation has said they are called, before they accept.
ALTER TABLE invitations ADD COLUMN name text NOT NULL DEFAULT '';
GRANT SELECT (name) ON invitations TO escuta_company;
