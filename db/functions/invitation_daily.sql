-- Adds to the rows of one writer for the days on which messages went out, one delta for each row, in the order given. One after
-- the other, as in count_survey_responses.
CREATE OR REPLACE FUNCTION add_to_invitation_days(company uuid, writer int, deltas json) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  one json;
BEGIN
  FOR at IN 0 .. json_array_length(deltas) - 1 LOOP
    one := deltas -> at;
    INSERT INTO invitation_daily AS d (company_id, business_unit_id, survey_id, channel, day, shard, sent, failed, responded,
      completed)
    VALUES (company, (one ->> 'businessUnitId')::uuid, (one ->> 'surveyId')::uuid, one ->> 'channel', (one ->> 'day')::date,
      writer, coalesce((one ->> 'sent')::int, 0), coalesce((one ->> 'failed')::int, 0),
      coalesce((one ->> 'responded')::int, 0), coalesce((one ->> 'completed')::int, 0))
    ON CONFLICT (company_id, business_unit_id, day, survey_id, channel, shard) DO UPDATE SET
      sent = d.sent + excluded.sent,
      failed = d.failed + excluded.failed,
      responded = d.responded + excluded.responded,
      completed = d.completed + excluded.completed;
  END LOOP;
END
$$;
