-- A search and the number of a segment read the pages of a unit's contacts, which were half empty for the marks of sends and
-- answers. A quarter is room enough: an answer costs the database 6 percent more, a message 2 (bench/LEDGER.md, 2026-11-27).
ALTER TABLE contacts SET (fillfactor = 75);
