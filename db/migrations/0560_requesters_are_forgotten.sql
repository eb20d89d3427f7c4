-- What was written about a privacy request goes with who asked, five years after it was closed.
GRANT UPDATE (note) ON privacy_request_steps TO escuta_company;
