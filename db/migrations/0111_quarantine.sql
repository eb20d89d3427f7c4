-- Quarantine: how long a person is left in peace after any survey, and after the same one. Counted from the ledger.
ALTER TABLE business_units
  ADD COLUMN quarantine_days smallint NOT NULL DEFAULT 30,
  ADD COLUMN survey_quarantine_days smallint NOT NULL DEFAULT 90;
ALTER TABLE business_units ADD CONSTRAINT business_units_quarantine_days_check CHECK (quarantine_days BETWEEN 0 AND 365);
ALTER TABLE business_units ADD CONSTRAINT business_units_survey_quarantine_days_check CHECK (survey_quarantine_days BETWEEN 0 AND 365);

-- Who sent in spite of it, and when that was decided. Both or neither.
ALTER TABLE sends
  ADD COLUMN quarantine_ignored_by uuid,
  ADD COLUMN quarantine_ignored_at timestamptz;
ALTER TABLE sends ADD CONSTRAINT sends_quarantine_ignored_by_fkey FOREIGN KEY (quarantine_ignored_by) REFERENCES users (id);
ALTER TABLE sends ADD CONSTRAINT sends_quarantine_ignored_check CHECK ((quarantine_ignored_by IS NULL) = (quarantine_ignored_at IS NULL));

-- What was sent to a mailbox, whichever contact had it. What was sent to a contact is found by one_per_contact. Both hold
-- only what never changes, so a hand-over and a result touch neither.
CREATE INDEX send_items_address ON send_items (company_id, address_hash) WHERE address_hash IS NOT NULL;

-- Which of these contacts, with the hashes of their addresses, a survey is not to be sent to now, and why. A message counts
-- from the moment in which it was handed over, also when its result is unknown; those of `except` are the send's own.
--
-- `held` names mailboxes that something is about to be sent to: they are taken until the end of the transaction, in one
-- order, before anything is read. So of two sends that reach for a person at once the second sees the first. A statement
-- of a function sees what was committed when it began, which the locks make late enough.
CREATE FUNCTION find_quarantined(
  company uuid, unit uuid, survey uuid, except_send uuid, contacts uuid[], hashes bytea[], at timestamptz, held bytea[]
) RETURNS TABLE (contact_id uuid, reason text)
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  any_since timestamptz;
  survey_since timestamptz;
  first_month date;
  months date[];
  same_survey uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(taken.key) FROM (
    SELECT DISTINCT hashtextextended(company::text || encode(h.hash, 'hex'), 0) AS key FROM unnest(held) AS h (hash)
    WHERE h.hash IS NOT NULL
    ORDER BY 1
    OFFSET 0
  ) AS taken;
  SELECT at - make_interval(days => u.quarantine_days), at - make_interval(days => u.survey_quarantine_days)
  INTO any_since, survey_since
  FROM business_units u
  WHERE u.company_id = company AND u.id = unit;
  -- An item lies in the month in which its send was asked for, and may be sent in the next.
  first_month := date_trunc('month', least(any_since, survey_since))::date - interval '1 month';
  months := ARRAY(
    SELECT DISTINCT s.items_month FROM sends s
    WHERE s.company_id = company AND s.business_unit_id = unit AND s.items_month >= first_month
      AND s.id IS DISTINCT FROM except_send
  );
  IF cardinality(months) = 0 OR cardinality(contacts) = 0 THEN
    RETURN;
  END IF;
  same_survey := ARRAY(
    SELECT s.id FROM sends s WHERE s.company_id = company AND s.survey_id = survey AND s.items_month = ANY(months)
  );
  -- As text, so that it is planned for these months and the tables as they are: a plan that was kept from the days when they
  -- were small goes by the months through all that a company sent.
  RETURN QUERY EXECUTE $query$
    SELECT judged.contact, judged.reason FROM (
      SELECT wanted.contact, CASE
        WHEN sent.any_survey_since > $9 THEN 'quarantine'
        WHEN sent.same_survey_since > $10 THEN 'quarantine_survey'
      END AS reason
      FROM unnest($3, $4) AS wanted (contact, hash)
      CROSS JOIN LATERAL (
        SELECT max(item.since) AS any_survey_since, max(item.since) FILTER (WHERE item.send_id = ANY($8)) AS same_survey_since
        FROM (
          SELECT i.send_id, CASE i.state WHEN 2 THEN $6 ELSE i.executed_at END AS since FROM send_items i
          -- Plus nothing: without statistics of company_id the month alone looks narrow, and an index that begins with other
          -- columns would read all of a month for each contact.
          WHERE i.company_id = $1 AND i.contact_id = wanted.contact AND (i.items_month + 0) = ANY($5) AND i.state IN (2, 3, 6)
            AND i.business_unit_id = $2
          UNION ALL
          SELECT i.send_id, CASE i.state WHEN 2 THEN $6 ELSE i.executed_at END FROM send_items i
          WHERE i.company_id = $1 AND i.address_hash = wanted.hash AND i.items_month = ANY($5) AND i.state IN (2, 3, 6)
            AND i.business_unit_id = $2
        ) AS item
        WHERE item.send_id IS DISTINCT FROM $7
      ) AS sent
    ) AS judged
    WHERE judged.reason IS NOT NULL
  $query$ USING company, unit, contacts, hashes, months, at, except_send, same_survey, any_since, survey_since;
END
$$;
