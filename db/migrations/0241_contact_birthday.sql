-- The day on which a contact was born, where it is known.
ALTER TABLE contacts ADD COLUMN birthday date;
