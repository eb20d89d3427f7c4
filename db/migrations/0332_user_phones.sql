-- A user's own phone in E.164, for their colleagues.
ALTER TABLE users ADD COLUMN phone text;
GRANT SELECT (phone) ON users TO escuta_company;
