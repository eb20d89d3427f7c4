-- Moves the counters of the days by `changes`, one per row of the table, in the order of the key, so that two batches never
-- wait for each other in a circle.
CREATE OR REPLACE FUNCTION move_metric_days(company uuid, changes json) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO metric_daily AS d (company_id, business_unit_id, survey_id, question_key, metric, channel, day, n, sum, sum_sq,
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments)
  SELECT company, unit, survey, question, metric, channel, day, n, sum, sum_sq,
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments
  FROM json_to_recordset(changes) AS c (unit uuid, survey uuid, question text, metric text, channel text, day date, n int,
    sum int, sum_sq int, b0 int, b1 int, b2 int, b3 int, b4 int, b5 int, b6 int, b7 int, b8 int, b9 int, b10 int, comments int)
  ORDER BY unit, day, survey, question, channel
  ON CONFLICT (company_id, business_unit_id, day, survey_id, question_key, channel) DO UPDATE SET
    n = d.n + excluded.n, sum = d.sum + excluded.sum, sum_sq = d.sum_sq + excluded.sum_sq,
    b0 = d.b0 + excluded.b0, b1 = d.b1 + excluded.b1, b2 = d.b2 + excluded.b2, b3 = d.b3 + excluded.b3,
    b4 = d.b4 + excluded.b4, b5 = d.b5 + excluded.b5, b6 = d.b6 + excluded.b6, b7 = d.b7 + excluded.b7,
    b8 = d.b8 + excluded.b8, b9 = d.b9 + excluded.b9, b10 = d.b10 + excluded.b10,
    comments = d.comments + excluded.comments;
END
$$;
