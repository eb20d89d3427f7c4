-- Sends are exported too: each message of those that the queue finds.
ALTER TABLE exports DROP CONSTRAINT exports_type_check;
ALTER TABLE exports ADD CONSTRAINT exports_type_check
  CHECK (type IN ('export_contacts', 'export_single_survey', 'export_multi_survey', 'export_sends'));
