-- Which number comes first in the dates of the file that are text; a worker that takes the import up again reads on with it.
ALTER TABLE imports ADD COLUMN day_order text NOT NULL DEFAULT 'day-month';
ALTER TABLE imports ADD CONSTRAINT imports_day_order_check CHECK (day_order IN ('day-month', 'month-day'));
