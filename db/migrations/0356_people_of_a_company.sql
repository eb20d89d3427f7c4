-- What people give when they accept, and what is known of them in the list of the company's people.
ALTER TABLE users ADD COLUMN IF NOT EXISTS phone text;
ALTER TABLE users ADD COLUMN IF NOT EXISTS terms_accepted_at timestamptz;
ALTER TABLE users ADD COLUMN last_access_at timestamptz;
ALTER TABLE users ADD COLUMN exports_personal_data boolean NOT NULL DEFAULT false;

-- Whoever manages a company's people changes these of them, and row-level security keeps everybody else's out of reach.
GRANT SELECT (phone, last_access_at, exports_personal_data) ON users TO escuta_company;
GRANT UPDATE (role, ticketing_role, exports_personal_data, deactivated_at) ON users TO escuta_company;
