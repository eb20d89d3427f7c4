-- Whoever writes a counter holds its row until the transaction ends. A worker that is frozen inside one, or cut off, would
-- hold up every other worker and everybody who answers. So each worker counts in rows of its own, which readers sum.

-- A worker draws its shard from all that the column holds, so that two hardly ever share one.
ALTER TABLE send_progress DROP CONSTRAINT send_progress_shard_check;

-- Shard 0 is that of answers, and of all that was counted before.
ALTER TABLE invitation_daily ADD COLUMN shard smallint NOT NULL DEFAULT 0;
ALTER TABLE invitation_daily DROP CONSTRAINT invitation_daily_pkey;
ALTER TABLE invitation_daily ADD PRIMARY KEY (company_id, business_unit_id, day, survey_id, channel, shard);
