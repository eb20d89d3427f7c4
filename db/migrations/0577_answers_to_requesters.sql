-- When a request is closed, who asked is told so, and what the company writes to them is kept beside its own note.
ALTER TABLE privacy_request_steps ADD COLUMN answer text NOT NULL DEFAULT '';
GRANT UPDATE (answer) ON privacy_request_steps TO escuta_company;
