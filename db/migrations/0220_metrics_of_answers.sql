-- Scores of several metrics: each response, each counter and each contact's last score says what it measures; the groups of
-- scores have names that fit every metric; an answer is a number or a text.
--
-- NOTE: published texts are written anew under the new names, so processes of the release before must be stopped.

-- Rows of all companies: policies are forced on the owner of the tables too.
ALTER TABLE surveys NO FORCE ROW LEVEL SECURITY;
ALTER TABLE survey_versions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE responses NO FORCE ROW LEVEL SECURITY;
ALTER TABLE metric_daily NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contacts NO FORCE ROW LEVEL SECURITY;

ALTER TABLE answers RENAME COLUMN score TO number;
ALTER TABLE answers RENAME COLUMN words TO text;

ALTER TABLE responses RENAME COLUMN bucket TO score_group;
ALTER TABLE responses DROP CONSTRAINT responses_bucket_check;
ALTER TABLE responses ADD COLUMN metric text;
UPDATE responses r
SET metric = s.metric,
    score_group = CASE r.score_group
      WHEN 'promoter' THEN 'top' WHEN 'passive' THEN 'middle' WHEN 'detractor' THEN 'bottom' END
FROM surveys s
WHERE s.company_id = r.company_id AND s.id = r.survey_id;
ALTER TABLE responses ALTER COLUMN metric SET NOT NULL;
ALTER TABLE responses ADD CONSTRAINT responses_metric_check CHECK (metric IN ('nps', 'csat', 'ces', 'none'));
ALTER TABLE responses ADD CONSTRAINT responses_score_group_check CHECK (score_group IN ('top', 'middle', 'bottom'));

ALTER TABLE metric_daily ADD COLUMN metric text;
UPDATE metric_daily d SET metric = s.metric FROM surveys s WHERE s.company_id = d.company_id AND s.id = d.survey_id;
ALTER TABLE metric_daily ALTER COLUMN metric SET NOT NULL;
ALTER TABLE metric_daily ADD CONSTRAINT metric_daily_metric_check CHECK (metric IN ('nps', 'csat', 'ces', 'none'));

-- Until now every score was one of NPS.
ALTER TABLE contacts ADD COLUMN last_metric text;
UPDATE contacts SET last_metric = 'nps' WHERE last_score IS NOT NULL;
ALTER TABLE contacts ADD CONSTRAINT contacts_last_metric_check CHECK (last_metric IN ('nps', 'csat', 'ces'));

CREATE FUNCTION pg_temp.named_groups(texts jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN texts ? 'promoter'
    THEN texts - 'promoter' - 'passive' - 'detractor'
      || jsonb_build_object('top', texts -> 'promoter', 'middle', texts -> 'passive', 'bottom', texts -> 'detractor')
    ELSE texts
  END
$$;
CREATE FUNCTION pg_temp.named_definition(definition jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
AS $$
  SELECT definition || jsonb_build_object(
    'closings', pg_temp.named_groups(definition -> 'closings'),
    'questions', (
      SELECT jsonb_agg(
        CASE WHEN question ? 'titles'
          THEN question || jsonb_build_object('titles', pg_temp.named_groups(question -> 'titles'))
          ELSE question
        END ORDER BY place)
      FROM jsonb_array_elements(definition -> 'questions') WITH ORDINALITY AS q (question, place)
    )
  )
$$;
UPDATE surveys SET draft = pg_temp.named_definition(draft);
-- What people read stays word for word; only the names under which it is kept change.
ALTER TABLE survey_versions DISABLE TRIGGER survey_versions_immutable;
UPDATE survey_versions SET definition = pg_temp.named_definition(definition);
ALTER TABLE survey_versions ENABLE TRIGGER survey_versions_immutable;
DROP FUNCTION pg_temp.named_definition(jsonb);
DROP FUNCTION pg_temp.named_groups(jsonb);

ALTER TABLE contacts FORCE ROW LEVEL SECURITY;
ALTER TABLE metric_daily FORCE ROW LEVEL SECURITY;
ALTER TABLE responses FORCE ROW LEVEL SECURITY;
ALTER TABLE survey_versions FORCE ROW LEVEL SECURITY;
ALTER TABLE surveys FORCE ROW LEVEL SECURITY;
