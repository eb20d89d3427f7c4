-- A piece of a CSV export holds its lines, and no longer its cells: exports that run begin again, under the filter and the
-- moment of their start.
ALTER TABLE exports NO FORCE ROW LEVEL SECURITY;
ALTER TABLE export_parts NO FORCE ROW LEVEL SECURITY;

UPDATE export_parts SET is_dropped = true
FROM exports
WHERE exports.company_id = export_parts.company_id AND exports.id = export_parts.export_id AND exports.status = 'running';

UPDATE exports SET generation = generation + 1, parts = 0, read_key = NULL, is_read = false, done_rows = 0
WHERE status = 'running';

ALTER TABLE exports FORCE ROW LEVEL SECURITY;
ALTER TABLE export_parts FORCE ROW LEVEL SECURITY;
