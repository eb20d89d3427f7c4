-- The one unit whose menu has the dashboard disabled (MENU-23) is a setting, and nobody's name in the code.
ALTER TABLE business_units ADD COLUMN dashboard_enabled boolean NOT NULL DEFAULT true;
