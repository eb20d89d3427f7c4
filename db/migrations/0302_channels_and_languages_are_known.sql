-- A channel and a language are those that the product knows, in every table: their types follow from it.
ALTER TABLE send_items ADD CONSTRAINT send_items_channel_check CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows'));
ALTER TABLE suppressions ADD CONSTRAINT suppressions_channel_check CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows'));
ALTER TABLE lifted_suppressions ADD CONSTRAINT lifted_suppressions_channel_check CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows'));
ALTER TABLE invitation_daily ADD CONSTRAINT invitation_daily_channel_check CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows'));
ALTER TABLE responses ADD CONSTRAINT responses_channel_check CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows', 'link'));
ALTER TABLE responses ADD CONSTRAINT responses_language_check CHECK (language IN ('pt', 'es', 'en'));
ALTER TABLE metric_daily ADD CONSTRAINT metric_daily_channel_check CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows', 'link'));
