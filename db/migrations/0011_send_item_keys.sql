-- The month stood second in every key of send_items, where it says nothing within a partition: on a database without
-- statistics a look-up by the primary key could go by another key's first two columns, through all of a company's items.
-- Now only the primary key begins with company and month.
DO $$
DECLARE
  key name;
BEGIN
  FOR key IN SELECT conname FROM pg_constraint WHERE conrelid = 'send_items'::regclass AND contype = 'u' LOOP
    EXECUTE format('ALTER TABLE send_items DROP CONSTRAINT %I', key);
  END LOOP;
END
$$;
ALTER TABLE send_items
  ADD CONSTRAINT send_items_one_per_contact UNIQUE (company_id, send_id, contact_id, channel, items_month),
  ADD CONSTRAINT send_items_one_per_address UNIQUE (company_id, send_id, channel, address_hash, items_month);
