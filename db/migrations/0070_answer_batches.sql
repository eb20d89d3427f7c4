-- Answers arrive in batches. Everything that a batch writes is a function (db/functions).

-- One writer, save_responses, writes a response and its answers together. The check per answer read all of a company that is
-- newer than the statistics.
ALTER TABLE answers DROP CONSTRAINT answers_company_id_response_id_fkey;

-- Sends and answers mark contacts. With room on its page a mark touches no index.
ALTER TABLE contacts SET (fillfactor = 80);
