-- When somebody first moved on the page that the link of a message leads to. Few of the messages have it, and segments ask for
-- those of the last days.
ALTER TABLE send_items ADD COLUMN opened_at timestamptz;
CREATE INDEX send_items_opened ON send_items (company_id, business_unit_id, opened_at) INCLUDE (contact_id, send_id)
  WHERE opened_at IS NOT NULL;
