-- Who asked for an export is told of its end.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications
  ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('import_finished', 'import_failed', 'export_finished', 'export_failed'));
