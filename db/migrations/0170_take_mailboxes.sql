-- What was sent to a mailbox is found by the key that keeps a send from writing to it twice: one index does both.
DROP INDEX send_items_address;
ALTER TABLE send_items
  DROP CONSTRAINT send_items_one_per_address,
  ADD CONSTRAINT send_items_one_per_address UNIQUE (company_id, address_hash, send_id, channel, items_month);

-- Which sends of a unit are not over (finished_at is null), and which ended since a given time.
CREATE INDEX sends_finished ON sends (company_id, business_unit_id, finished_at);

-- Takes mailboxes, named by keys, until the transaction ends: whoever reaches for one of these people at the same time
-- waits here, and then sees what was handed over. In one order, so that two workers never wait for each other.
--
-- Answers whether another send of the unit may have written to somebody after this one was planned: only then must the
-- ledger be asked again. Ten minutes are more than the clocks of two processes differ.
CREATE FUNCTION take_mailboxes(company uuid, unit uuid, send uuid, mailboxes bigint[]) RETURNS boolean
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  planned_since timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(mailbox.key) FROM (
    SELECT DISTINCT key FROM unnest(mailboxes) AS wanted (key) ORDER BY key OFFSET 0
  ) AS mailbox;
  SELECT s.created_at - interval '10 minutes' INTO planned_since FROM sends s WHERE s.company_id = company AND s.id = send;
  RETURN EXISTS (
    SELECT FROM sends s
    WHERE s.company_id = company AND s.business_unit_id = unit AND s.finished_at IS NULL AND s.id <> send
  ) OR EXISTS (
    SELECT FROM sends s
    WHERE s.company_id = company AND s.business_unit_id = unit AND s.finished_at >= planned_since AND s.id <> send
  );
END
$$;
