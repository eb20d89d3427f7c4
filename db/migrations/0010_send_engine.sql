-- What the sending engine needs beside the ledger.

-- Who asked for a send: the queue shows bulk sends only (QUEUE-03). The survey's title is kept as it was sent.
ALTER TABLE sends
  ADD COLUMN origin text NOT NULL DEFAULT 'bulk' CHECK (origin IN ('bulk', 'individual', 'integration')),
  ADD COLUMN survey_title text NOT NULL DEFAULT '';
DROP INDEX sends_newest;
CREATE INDEX sends_newest ON sends (company_id, business_unit_id, created_at DESC, id DESC) WHERE origin = 'bulk';

-- `unknown` counts closed doubts, which are final; this counts the open ones, which may still be settled.
ALTER TABLE send_progress ADD COLUMN in_doubt int NOT NULL DEFAULT 0;

-- When a message of unknown fate was sent once more, which the company's policy allows once.
ALTER TABLE send_items ADD COLUMN resent_at timestamptz;

-- A send touches last_sent_at of each contact: room on the page keeps that update off the nine indexes.
ALTER TABLE contacts SET (fillfactor = 85);

-- The database must never believe that a company has next to no rows because it was not there when statistics were taken:
-- it would then read all of a new company's rows to find twenty of them by key. Without statistics of the column it
-- takes a company for one in two hundred, which makes look-ups by key win as soon as a table is large.
ALTER TABLE contacts ALTER COLUMN company_id SET STATISTICS 0;
ALTER TABLE send_items ALTER COLUMN company_id SET STATISTICS 0;
DO $$
DECLARE
  partition regclass;
BEGIN
  FOR partition IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'send_items'::regclass LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN company_id SET STATISTICS 0', partition);
  END LOOP;
END
$$;
