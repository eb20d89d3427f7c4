-- By which way in a response came. Until now there was one.
ALTER TABLE responses ADD COLUMN origin text NOT NULL DEFAULT 'invitation';
ALTER TABLE responses ADD CONSTRAINT responses_origin_check CHECK (origin IN ('invitation', 'link'));
