-- The address that a message is for, in the form of its channel: the report says where it went, also when the contact has
-- another address by now. Null on items of before, and where the contact had none. In no index: a hand-over may write it.
ALTER TABLE send_items ADD COLUMN address text;
