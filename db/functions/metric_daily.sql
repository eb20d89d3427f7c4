-- Moves the counters of the days by `changes`, one per row of the table by the names of its columns, in the order given. One after
-- the other, as in count_survey_responses.
CREATE OR REPLACE FUNCTION move_metric_days(company uuid, changes json) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  c metric_daily;
BEGIN
  FOR at IN 0 .. json_array_length(changes) - 1 LOOP
    c := json_populate_record(NULL::metric_daily, changes -> at);
    INSERT INTO metric_daily AS d (company_id, business_unit_id, survey_id, question_key, metric, channel, day, n, sum, sum_sq,
      b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments)
    VALUES (company, c.business_unit_id, c.survey_id, c.question_key, c.metric, c.channel, c.day, c.n, c.sum, c.sum_sq,
      c.b0, c.b1, c.b2, c.b3, c.b4, c.b5, c.b6, c.b7, c.b8, c.b9, c.b10, c.comments)
    ON CONFLICT (company_id, business_unit_id, day, survey_id, question_key, channel) DO UPDATE SET
      n = d.n + excluded.n, sum = d.sum + excluded.sum, sum_sq = d.sum_sq + excluded.sum_sq,
      b0 = d.b0 + excluded.b0, b1 = d.b1 + excluded.b1, b2 = d.b2 + excluded.b2, b3 = d.b3 + excluded.b3,
      b4 = d.b4 + excluded.b4, b5 = d.b5 + excluded.b5, b6 = d.b6 + excluded.b6, b7 = d.b7 + excluded.b7,
      b8 = d.b8 + excluded.b8, b9 = d.b9 + excluded.b9, b10 = d.b10 + excluded.b10,
      comments = d.comments + excluded.comments;
  END LOOP;
END
$$;
