-- A contact may get another address between the plan of a message and its hand-over, which goes to the newer one. What the
-- message was planned for stays in address_hash, which keys hold; what it was written to, where that differs, stands here:
-- in no index, so that a hand-over stays on its page.
ALTER TABLE send_items ADD COLUMN written_hash bytea;
