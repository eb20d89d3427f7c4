-- How an uploaded file is read is kept with it, and the person who uploaded it may correct that until an import has begun.
GRANT UPDATE (preview) ON import_uploads TO escuta_company;
