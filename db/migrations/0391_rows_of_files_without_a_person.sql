-- A row of a file that was refused is kept as it came: what it says of a person goes with them.
GRANT UPDATE (cells) ON import_row_errors TO escuta_company;
