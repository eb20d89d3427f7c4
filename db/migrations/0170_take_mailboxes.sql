-- What was sent to a mailbox is found by the key that keeps a send from writing to it twice: one index does both.
DROP INDEX send_items_address;
ALTER TABLE send_items
  DROP CONSTRAINT send_items_one_per_address,
  ADD CONSTRAINT send_items_one_per_address UNIQUE (company_id, address_hash, send_id, channel, items_month);

-- Which sends of a unit are not over (finished_at is null), and which ended since a given time.
CREATE INDEX sends_finished ON sends (company_id, business_unit_id, finished_at);
