-- As contacts and send_items since 0010: without statistics of the column no company is taken for an empty one, however new
-- it is, and look-ups by key win. Statistics that were taken before stay until a superuser deletes them.
ALTER TABLE responses ALTER COLUMN company_id SET STATISTICS 0;
