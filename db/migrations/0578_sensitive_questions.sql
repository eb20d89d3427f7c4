-- The keys of the questions of a survey whose answers are masked for everybody, also those given before it was said: of the survey, and
-- not of its versions, which never change. Publishing sets them (decision 0066).
ALTER TABLE surveys ADD COLUMN sensitive_keys text[] NOT NULL DEFAULT '{}';
