-- Whoever types by voice, or with a hand that shakes, turns the shortcuts of one key off (WCAG 2.1.4).
ALTER TABLE users ADD COLUMN shortcuts_off boolean NOT NULL DEFAULT false;
GRANT SELECT (shortcuts_off) ON users TO escuta_company;
