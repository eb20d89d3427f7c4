-- Adds to the rows of one writer for the days on which messages went out, in the order of the key; several deltas of one
-- key are summed.
CREATE OR REPLACE FUNCTION add_to_invitation_days(company uuid, writer int, deltas json) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO invitation_daily AS d (company_id, business_unit_id, survey_id, channel, day, shard, sent, failed, responded,
    completed)
  SELECT company, "businessUnitId", "surveyId", channel, day, writer, coalesce(sum(sent), 0), coalesce(sum(failed), 0),
    coalesce(sum(responded), 0), coalesce(sum(completed), 0)
  FROM json_to_recordset(deltas) AS delta ("businessUnitId" uuid, "surveyId" uuid, channel text, day date, sent int,
    failed int, responded int, completed int)
  GROUP BY "businessUnitId", day, "surveyId", channel
  ORDER BY "businessUnitId", day, "surveyId", channel
  ON CONFLICT (company_id, business_unit_id, day, survey_id, channel, shard) DO UPDATE SET
    sent = d.sent + excluded.sent,
    failed = d.failed + excluded.failed,
    responded = d.responded + excluded.responded,
    completed = d.completed + excluded.completed;
END
$$;
