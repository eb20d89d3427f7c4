-- Answers that were given elsewhere come in by a file: their channel and origin are known, and which import brought them.
ALTER TABLE responses DROP CONSTRAINT responses_channel_check;
ALTER TABLE responses ADD CONSTRAINT responses_channel_check
  CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows', 'link', 'importado'));
ALTER TABLE responses DROP CONSTRAINT responses_origin_check;
ALTER TABLE responses ADD CONSTRAINT responses_origin_check CHECK (origin IN ('invitation', 'link', 'import'));
ALTER TABLE metric_daily DROP CONSTRAINT metric_daily_channel_check;
ALTER TABLE metric_daily ADD CONSTRAINT metric_daily_channel_check
  CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows', 'link', 'importado'));

ALTER TABLE responses ADD COLUMN import_id uuid;
CREATE INDEX responses_import ON responses (company_id, import_id, id) WHERE import_id IS NOT NULL;

-- What an import brought goes again when it is undone; no other response is ever deleted.
GRANT DELETE ON responses, answers TO escuta_company;
CREATE POLICY only_imported ON responses AS RESTRICTIVE FOR DELETE TO escuta_company USING (import_id IS NOT NULL);

ALTER TABLE import_uploads
  ADD COLUMN type text NOT NULL DEFAULT 'import_contacts',
  ADD COLUMN survey_id uuid;
ALTER TABLE import_uploads
  ADD CHECK (type IN ('import_contacts', 'import_answers')),
  ADD FOREIGN KEY (company_id, survey_id) REFERENCES surveys,
  ADD CHECK ((type = 'import_answers') = (survey_id IS NOT NULL));

-- Whether the answers of an import set off what a new answer does.
ALTER TABLE imports ADD COLUMN sets_off boolean NOT NULL DEFAULT false;
