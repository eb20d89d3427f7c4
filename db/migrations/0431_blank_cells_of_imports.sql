-- What a blank cell of the file does to what the unit knows.
ALTER TABLE imports ADD COLUMN blank_cells text NOT NULL DEFAULT 'keep';
ALTER TABLE imports ADD CONSTRAINT imports_blank_cells_check CHECK (blank_cells IN ('keep', 'clear'));
