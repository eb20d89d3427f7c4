-- The state of a survey at each WhatsApp provider, by the provider's internal name: {"name": true}.
ALTER TABLE surveys
  ADD COLUMN whatsapp_params jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(whatsapp_params) = 'object');
