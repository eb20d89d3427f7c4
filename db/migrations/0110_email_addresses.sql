-- One rule for e-mail addresses (contract/src/email-address.ts): what is stored is what is sent. What was stored before is
-- brought into that form where it says the same mailbox to everybody; the rest stays to be corrected by a person and is
-- held back. Whoever unsubscribed stays unsubscribed under every spelling that reached the same mailbox.
-- Functions first: suppressions.sql

-- Rows of all companies: policies are forced on the owner of the tables too.
ALTER TABLE contacts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE suppressions NO FORCE ROW LEVEL SECURITY;

CREATE FUNCTION pg_temp.is_stored_email(address text) RETURNS boolean
LANGUAGE sql IMMUTABLE
AS $$
  SELECT length(address) <= 254 AND address COLLATE "C" ~
    '^(?=[^@]{1,64}@)[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@(?!.*[a-z0-9-]{64})([a-z0-9]+(-+[a-z0-9]+)*\.)+([a-z]{2,}|xn--[a-z0-9]+(-+[a-z0-9]+)*)$'
$$;

-- Punycode (RFC 3492) of one label, with its prefix.
CREATE FUNCTION pg_temp.ascii_label(label text) RETURNS text
LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  points int[] := ARRAY(SELECT ascii(letter) FROM regexp_split_to_table(label, '') WITH ORDINALITY AS l (letter, place) ORDER BY place);
  plain text := (SELECT string_agg(chr(point), '' ORDER BY place) FROM unnest(points) WITH ORDINALITY AS p (point, place) WHERE point < 128);
  output text := coalesce(plain || '-', '');
  plain_count int := coalesce(length(plain), 0);
  done int := coalesce(length(plain), 0);
  reached int := 128;
  next_point int;
  point int;
  bias int := 72;
  delta int := 0;
  rest int;
  k int;
  t int;
BEGIN
  IF label !~ '[^\x01-\x7f]' THEN
    RETURN label;
  END IF;
  WHILE done < cardinality(points) LOOP
    next_point := (SELECT min(p) FROM unnest(points) AS p WHERE p >= reached);
    delta := delta + (next_point - reached) * (done + 1);
    reached := next_point;
    FOREACH point IN ARRAY points LOOP
      IF point < reached THEN
        delta := delta + 1;
      ELSIF point = reached THEN
        rest := delta;
        k := 36;
        LOOP
          t := least(greatest(k - bias, 1), 26);
          EXIT WHEN rest < t;
          output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', 1 + t + (rest - t) % (36 - t), 1);
          rest := (rest - t) / (36 - t);
          k := k + 36;
        END LOOP;
        output := output || substr('abcdefghijklmnopqrstuvwxyz0123456789', 1 + rest, 1);
        rest := CASE WHEN done = plain_count THEN delta / 700 ELSE delta / 2 END;
        rest := rest + rest / (done + 1);
        k := 0;
        WHILE rest > 455 LOOP
          rest := rest / 35;
          k := k + 36;
        END LOOP;
        bias := k + 36 * rest / (rest + 38);
        delta := 0;
        done := done + 1;
      END IF;
    END LOOP;
    delta := delta + 1;
    reached := reached + 1;
  END LOOP;
  RETURN 'xn--' || output;
END
$$;

-- The mailbox that an address reached when its domain was read as the host of a web address: what follows a slash, a number
-- sign or a question mark was dropped, %2e was a dot, letters that look alike were one, and unseen signs were nothing.
CREATE FUNCTION pg_temp.reached_mailbox(address text) RETURNS text
LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  domain text := regexp_replace(substring(address FROM '[^@]*$'), '[/?#].*$', '');
  escape text;
BEGIN
  FOR escape IN SELECT DISTINCT part[1] FROM regexp_matches(domain, '%([0-7][0-9a-fA-F])', 'g') AS escapes (part) LOOP
    CONTINUE WHEN escape = '00';
    domain := replace(domain, '%' || escape, chr(get_byte(decode(escape, 'hex'), 0)));
  END LOOP;
  domain := regexp_replace(domain, '[\u00AD\u034F\u180B-\u180F\u200B\u2060\u2064\uFE00-\uFE0F\uFEFF]', '', 'g');
  domain := normalize(lower(normalize(replace(replace(domain, '。', '.'), '｡', '.'), NFKC)), NFC);
  domain := (SELECT string_agg(pg_temp.ascii_label(label), '.' ORDER BY place)
    FROM unnest(string_to_array(domain, '.')) WITH ORDINALITY AS l (label, place));
  RETURN regexp_replace(address, '[^@]*$', '') || domain;
END
$$;

CREATE TEMPORARY TABLE strange_addresses ON COMMIT DROP AS
SELECT company_id, business_unit_id, id, email, pg_temp.reached_mailbox(email) AS reached,
  -- Only letters, digits and hyphens: nothing was dropped or read as something else.
  email ~ '^[\x01-\x7f]+@[^\x01-\x2c/:-@[-`{-\x7f]+$' AND normalize(email, NFKC) = normalize(email, NFC)
    AND email !~ '[\u00AD\u034F\u180B-\u180F\u200B-\u200F\u2060-\u206F\uFE00-\uFE0F\uFEFF。｡]' AS says_the_same
FROM contacts
WHERE email IS NOT NULL AND NOT pg_temp.is_stored_email(email);

-- First the people who said no. An answer to the mailbox that a message really reached counts for that mailbox, too.
INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at)
SELECT DISTINCT ON (suppressed.company_id, suppressed.business_unit_id, suppressed.channel, address_hash(strange.reached))
  suppressed.company_id, suppressed.business_unit_id, suppressed.channel, address_hash(strange.reached), suppressed.reason, suppressed.created_at
FROM strange_addresses AS strange
JOIN suppressions AS suppressed
  ON suppressed.company_id = strange.company_id AND suppressed.business_unit_id = strange.business_unit_id
  AND suppressed.channel = 'email' AND suppressed.address_hash = address_hash(strange.email)
ORDER BY suppressed.company_id, suppressed.business_unit_id, suppressed.channel, address_hash(strange.reached),
  suppressed.reason = 'unsubscribed' DESC, suppressed.created_at
ON CONFLICT DO NOTHING;

-- Of two contacts with one mailbox, the one that was there first under this form keeps it: the other is held back, not lost.
UPDATE contacts
SET email = strange.reached
FROM (
  SELECT DISTINCT ON (company_id, business_unit_id, reached) company_id, business_unit_id, id, reached
  FROM strange_addresses
  WHERE says_the_same AND pg_temp.is_stored_email(reached)
  ORDER BY company_id, business_unit_id, reached, id
) AS strange
WHERE contacts.company_id = strange.company_id AND contacts.id = strange.id
  AND NOT EXISTS (
    SELECT FROM contacts AS other
    WHERE other.company_id = strange.company_id AND other.business_unit_id = strange.business_unit_id AND other.email = strange.reached
  );

ALTER TABLE contacts FORCE ROW LEVEL SECURITY;
ALTER TABLE suppressions FORCE ROW LEVEL SECURITY;
DROP FUNCTION pg_temp.reached_mailbox(text);
DROP FUNCTION pg_temp.ascii_label(text);
DROP FUNCTION pg_temp.is_stored_email(text);
