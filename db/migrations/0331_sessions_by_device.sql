-- What a user needs to know their own sessions by, and when each was last used: to within minutes, so that a call rarely writes.
ALTER TABLE sessions ADD COLUMN browser text;
ALTER TABLE sessions ADD COLUMN system text;
ALTER TABLE sessions ADD COLUMN address text;
-- One that was there before counts as seen now.
ALTER TABLE sessions ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now();
