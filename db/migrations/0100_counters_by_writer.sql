-- Whoever writes a counter holds its row until the transaction ends. A worker that is frozen inside one, or cut off, would
-- hold up every other worker and everybody who answers. So each worker counts in rows of its own, which readers sum.

-- A worker draws its shard from all that the column holds, so that two hardly ever share one.
ALTER TABLE send_progress DROP CONSTRAINT send_progress_shard_check;

-- Shard 0 is that of answers, and of all that was counted before.
ALTER TABLE invitation_daily ADD COLUMN shard smallint NOT NULL DEFAULT 0;
ALTER TABLE invitation_daily DROP CONSTRAINT invitation_daily_pkey;
ALTER TABLE invitation_daily ADD PRIMARY KEY (company_id, business_unit_id, day, survey_id, channel, shard);

-- Adds to the rows of one writer for the days on which messages went out, in the order of the key; several deltas of one
-- key are summed.
CREATE FUNCTION add_to_invitation_days(company uuid, writer int, deltas json) RETURNS void
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

-- The same for processes of the release before, whose answers know of no writer.
CREATE OR REPLACE FUNCTION add_to_invitation_days(company uuid, deltas json) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM add_to_invitation_days(company, 0, deltas);
END
$$;
