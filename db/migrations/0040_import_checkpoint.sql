-- Where a killed import goes on: rows of the file that were read (header and blank rows included, as a spreadsheet counts
-- them) and the byte at which the next one begins. Both move in the transaction that writes the rows.
ALTER TABLE imports
  ADD COLUMN read_rows int NOT NULL DEFAULT 0,
  ADD COLUMN read_bytes bigint NOT NULL DEFAULT 0;
