-- Whoever has the role agent works on tickets as one (decision 54); the constraint that says so follows from the access policy.
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
UPDATE users SET ticketing_role = 'agent' WHERE role = 'agent';
ALTER TABLE users FORCE ROW LEVEL SECURITY;
