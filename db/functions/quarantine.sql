-- What the unit sent in these months, met with many contacts at once; `same_survey` are the sends of the survey in question.
-- Contacts and messages come together by their keys, the contact and the hash of the address, in one sorted run: there is no
-- join, so no plan that depends on how many rows PostgreSQL expects.
-- batch.ts: planned anew, walk indexes
CREATE OR REPLACE FUNCTION find_quarantined_among(
  company uuid, unit uuid, except_send uuid, contacts uuid[], hashes bytea[], at timestamptz, months date[],
  same_survey uuid[], any_since timestamptz, survey_since timestamptz
) RETURNS TABLE (contact_id uuid, reason text)
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY EXECUTE $query$
    WITH sent AS MATERIALIZED (
      SELECT item.contact_id, item.address_hash, item.sent_at, CASE WHEN item.send_id = ANY($8) THEN item.sent_at END AS same_survey_at
      FROM (
        SELECT i.contact_id, i.address_hash, i.send_id, CASE i.state WHEN 2 THEN $6 ELSE i.executed_at END AS sent_at
        FROM send_items i
        WHERE i.company_id = $1 AND i.items_month = ANY($5) AND i.state IN (2, 3, 6) AND i.business_unit_id = $2
          AND i.send_id IS DISTINCT FROM $7
      ) AS item
      WHERE item.sent_at > least($9, $10)
    ), wanted AS MATERIALIZED (
      SELECT contact, hash FROM unnest($3, $4) AS wanted (contact, hash)
    ), keyed AS (
      SELECT uuid_send(contact) AS key, contact, NULL::timestamptz AS sent_at, NULL::timestamptz AS same_survey_at FROM wanted
      UNION ALL
      SELECT hash, contact, NULL, NULL FROM wanted WHERE hash IS NOT NULL
      UNION ALL
      SELECT uuid_send(contact_id), NULL, sent_at, same_survey_at FROM sent WHERE contact_id IS NOT NULL
      UNION ALL
      SELECT address_hash, NULL, sent_at, same_survey_at FROM sent WHERE address_hash IS NOT NULL
    ), met AS (
      SELECT contact, max(sent_at) OVER same_key AS sent_at, max(same_survey_at) OVER same_key AS same_survey_at
      FROM keyed
      WINDOW same_key AS (PARTITION BY key)
    )
    SELECT judged.contact, judged.reason FROM (
      SELECT contact, CASE
        WHEN max(sent_at) > $9 THEN 'quarantine'
        WHEN max(same_survey_at) > $10 THEN 'quarantine_survey'
      END AS reason
      FROM met
      WHERE contact IS NOT NULL
      GROUP BY contact
    ) AS judged
    WHERE judged.reason IS NOT NULL
  $query$ USING company, unit, contacts, hashes, months, at, except_send, same_survey, any_since, survey_since;
END
$$;

-- Which of these contacts, with the hashes of their addresses, a survey is not to be sent to now, and why. A message counts
-- from the moment in which it was handed over, also when its result is unknown; those of `except_send` are the send's own.
--
-- Two forms. For a few contacts each is led to what it got, through an index, in every partition. For many,
-- find_quarantined_among reads once everything that the unit sent in those months.
-- batch.ts: hidden column, planned anew, walk indexes
CREATE OR REPLACE FUNCTION find_quarantined(
  company uuid, unit uuid, survey uuid, except_send uuid, contacts uuid[], hashes bytea[], at timestamptz
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
  items bigint;
  same_survey uuid[];
BEGIN
  SELECT at - make_interval(days => u.quarantine_days), at - make_interval(days => u.survey_quarantine_days)
  INTO any_since, survey_since
  FROM business_units u
  WHERE u.company_id = company AND u.id = unit;
  -- An item lies in the month in which its send was asked for, and may be sent in the next.
  first_month := date_trunc('month', least(any_since, survey_since))::date - interval '1 month';
  SELECT array_agg(DISTINCT s.items_month), sum(s.total), coalesce(array_agg(s.id) FILTER (WHERE s.survey_id = survey), '{}')
  INTO months, items, same_survey
  FROM sends s
  WHERE s.company_id = company AND s.business_unit_id = unit AND s.items_month >= first_month
    AND s.id IS DISTINCT FROM except_send;
  IF months IS NULL OR cardinality(contacts) = 0 THEN
    RETURN;
  END IF;
  -- To be led to one contact's items costs about as much as to read thirty in a row.
  IF items <= 30 * cardinality(contacts) THEN
    RETURN QUERY SELECT * FROM find_quarantined_among(
      company, unit, except_send, contacts, hashes, at, months, same_survey, any_since, survey_since
    );
    RETURN;
  END IF;
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
          WHERE i.company_id = $1 AND i.contact_id = wanted.contact AND (i.items_month + 0) = ANY($5) AND i.state IN (2, 3, 6)
            AND i.business_unit_id = $2
          UNION ALL
          SELECT i.send_id, CASE i.state WHEN 2 THEN $6 ELSE i.executed_at END FROM send_items i
          WHERE i.company_id = $1 AND i.address_hash = wanted.hash AND (i.items_month + 0) = ANY($5) AND i.state IN (2, 3, 6)
            AND i.business_unit_id = $2
        ) AS item
        WHERE item.send_id IS DISTINCT FROM $7
      ) AS sent
    ) AS judged
    WHERE judged.reason IS NOT NULL
  $query$ USING company, unit, contacts, hashes, months, at, except_send, same_survey, any_since, survey_since;
END
$$;

-- Takes mailboxes, named by keys, until the transaction ends: whoever reaches for one of these people at the same time
-- waits here, and then sees what was handed over. In one order, so that two workers never wait for each other.
--
-- Answers whether another send of the unit may have written to somebody after this one was planned: only then must the
-- ledger be asked again. Ten minutes are more than the clocks of two processes differ.
CREATE OR REPLACE FUNCTION take_mailboxes(company uuid, unit uuid, send uuid, mailboxes bigint[]) RETURNS boolean
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
  planned_since timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(mailbox.key) FROM (
    SELECT DISTINCT key FROM unnest(mailboxes) AS wanted (key) ORDER BY key OFFSET 0
  ) AS mailbox;
  SELECT s.created_at - interval '10 minutes' INTO planned_since FROM sends s WHERE s.company_id = company AND s.id = send;
  RETURN EXISTS (
    SELECT FROM sends s
    WHERE s.company_id = company AND s.business_unit_id = unit AND s.finished_at IS NULL AND s.id <> send
  ) OR EXISTS (
    SELECT FROM sends s
    WHERE s.company_id = company AND s.business_unit_id = unit AND s.finished_at >= planned_since AND s.id <> send
  );
END
$$;
