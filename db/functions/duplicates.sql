-- An e-mail address without what mail providers ignore: what stands behind a plus, and the dots of Gmail.
CREATE OR REPLACE FUNCTION mail_key(address text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN split_part(address, '@', 2) IN ('gmail.com', 'googlemail.com')
    THEN replace(split_part(split_part(address, '@', 1), '+', 1), '.', '') || '@gmail.com'
    ELSE split_part(split_part(address, '@', 1), '+', 1) || '@' || split_part(address, '@', 2)
  END
$$;

-- A phone in E.164 without the digit of mobiles that people write or leave out: the ninth of Brazil, the 9 of Argentina, the 1 of Mexico.
CREATE OR REPLACE FUNCTION tel_key(tel text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE
    WHEN tel ~ '^\+55[0-9]{2}9[6-9][0-9]{7}$' THEN left(tel, 5) || right(tel, 8)
    WHEN tel ~ '^\+549[0-9]{10}$' THEN '+54' || right(tel, 10)
    WHEN tel ~ '^\+521[0-9]{10}$' THEN '+52' || right(tel, 10)
    ELSE tel
  END
$$;

-- How the first word of a name sounds, roughly: Luiz and Luís, Thiago and Tiago, Felipe and Filipe are the same. Its first letter and the
-- consonants behind it, each once where it stands twice.
CREATE OR REPLACE FUNCTION name_key(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT left(sound, 1) || regexp_replace(regexp_replace(substr(sound, 2), '[aeiou]', '', 'g'), '(.)\1+', '\1', 'g')
  FROM (
    SELECT translate(replace(replace(split_part(btrim(search_form(name)), ' ', 1), 'ph', 'f'), 'h', ''), 'zywk', 'sivc')
  ) AS spoken (sound)
$$;

-- Looks for duplicates in all units of a company and keeps those found, two by two: the same document, e-mail or phone, in one unit or in
-- two; and of those who work for one company, names whose first and last words sound alike and that are alike as a whole. What is shared by
-- more than ten says nothing of one person (the document of a firm, the phone of a reception), and no more than `most` are kept
-- for each reason, those of one unit first; two documents that agree are one reason. Each reason is one pass over the contacts and a sort: nobody is compared with everybody.
CREATE OR REPLACE FUNCTION find_duplicates(company uuid, documents text[], at timestamptz, most int) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  kept uuid[];
BEGIN
  WITH keyed AS (
    SELECT DISTINCT c.id, c.business_unit_id AS unit, known.reason, known.key
    FROM contacts c
    CROSS JOIN LATERAL (
      SELECT 'email', mail_key(c.email) WHERE c.email IS NOT NULL
      UNION ALL
      SELECT 'phone', tel_key(c.tel) WHERE c.tel IS NOT NULL
      UNION ALL
      SELECT 'document', c.custom_fields ->> doc.name FROM unnest(documents) AS doc (name) WHERE c.custom_fields ->> doc.name IS NOT NULL
    ) AS known (reason, key)
    WHERE c.company_id = company
  ), sharing AS (
    SELECT k.reason, array_agg(k.id ORDER BY k.id) AS ids, array_agg(k.unit ORDER BY k.id) AS units
    FROM keyed k GROUP BY k.reason, k.key HAVING count(*) BETWEEN 2 AND 10
  ), named AS (
    SELECT array_agg(c.id ORDER BY c.id) AS ids, array_agg(search_form(c.name) ORDER BY c.id) AS names, c.business_unit_id AS unit
    FROM contacts c
    WHERE c.company_id = company AND c.contact_company_id IS NOT NULL AND c.name <> ''
    GROUP BY c.business_unit_id, c.contact_company_id, name_key(c.name), name_key(regexp_replace(btrim(c.name), '^.*\s', ''))
    HAVING count(*) BETWEEN 2 AND 50
  ), found AS (
    SELECT s.reason, s.ids[a] AS one, s.units[a] AS one_unit, s.ids[b] AS other, s.units[b] AS other_unit
    FROM sharing s, generate_subscripts(s.ids, 1) AS a, generate_subscripts(s.ids, 1) AS b
    WHERE a < b
    UNION ALL
    SELECT 'name', n.ids[a], n.unit, n.ids[b], n.unit
    FROM named n, generate_subscripts(n.ids, 1) AS a, generate_subscripts(n.ids, 1) AS b
    WHERE a < b AND similarity(n.names[a], n.names[b]) >= 0.45
  ), ranked AS (
    SELECT f.*, row_number() OVER (PARTITION BY f.reason ORDER BY f.one_unit = f.other_unit DESC, f.one, f.other) AS place FROM found f
  ), saved AS (
    INSERT INTO duplicate_pairs (company_id, id, one_id, one_unit_id, other_id, other_unit_id, reasons, found_at)
    SELECT company, gen_random_uuid(), r.one, r.one_unit, r.other, r.other_unit, array_agg(DISTINCT r.reason ORDER BY r.reason), at
    FROM ranked r
    WHERE r.place <= most
    GROUP BY r.one, r.one_unit, r.other, r.other_unit
    ON CONFLICT (company_id, one_id, other_id) DO UPDATE SET reasons = excluded.reasons, found_at = excluded.found_at
    RETURNING duplicate_pairs.id
  )
  SELECT coalesce(array_agg(saved.id), '{}') INTO kept FROM saved;
  DELETE FROM duplicate_pairs p WHERE p.company_id = company AND p.dismissed_at IS NULL AND NOT p.id = ANY (kept);
  RETURN cardinality(kept);
END
$$;
