import pg from 'pg';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Database } from '../../server/src/platform/db/database.ts';
import { newId } from '../../server/src/platform/crypto/ids.ts';
import { createCompany } from '../../server/src/testing/factories.ts';
import { createManyContacts, createPublishedSurvey } from '../../server/src/testing/send-factories.ts';

/** A company of three units with answers of twelve months, and the unit that most of them belong to. */
export interface AnsweredCompany {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

const contactsPerCompany = 2_000;
/** Which share of the answers, in percent, each of the five surveys has; the first three belong to the first unit. */
const shares = [40, 20, 10, 18, 12] as const;

/**
 * Makes a company with so many answers, the last of them now, as its respondents would have left them: scores, comments on
 * three of ten, three channels, and the counters of their days. Written past the foreign keys and before the indexes, for
 * speed; nothing else is left out that the dashboard reads.
 */
export async function seedAnswers(database: Database, url: string, count: number): Promise<AnsweredCompany> {
  const company = await createCompany({ database });
  const places = await createPlaces(database, company);
  await createManyContacts({ database }, company, contactsPerCompany);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query('SET synchronous_commit = off');
    // A small company comes in as answers do; for a large one the indexes are made again.
    const indexes = count > 100_000 ? await dropIndexes(client) : [];
    await client.query(insertResponses, [company.companyId, count, JSON.stringify(places)]);
    await client.query(`SET maintenance_work_mem = '256MB'`);
    for (const index of indexes) await client.query(index);
    await client.query(countScores, [company.companyId]);
    await client.query(countInvitations, [company.companyId]);
    await client.query(
      `UPDATE surveys SET responses = (SELECT count(*) FROM responses r WHERE r.company_id = $1 AND r.survey_id = surveys.id)
       WHERE company_id = $1`,
      [company.companyId],
    );
  } finally {
    await client.end();
  }
  return company;
}

async function createPlaces(database: Database, { companyId, businessUnitId }: AnsweredCompany) {
  const others = [newId<BusinessUnitId>(), newId<BusinessUnitId>()];
  await database.withCompany(companyId, (tx) =>
    tx
      .insertInto('business_units')
      .values(others.map((id, at) => ({ company_id: companyId, id, name: `Unit ${at + 2}` })))
      .execute(),
  );
  const units = [businessUnitId, businessUnitId, businessUnitId, ...others];
  const places: { unit: string; survey: string; version: string; upTo: number }[] = [];
  let upTo = 0;
  for (const [at, share] of shares.entries()) {
    const unit = units[at] ?? businessUnitId;
    const survey = await createPublishedSurvey(
      { database },
      { companyId, businessUnitId: unit, title: `Survey ${at}` },
    );
    upTo += share;
    places.push({ unit, survey: survey.surveyId, version: survey.versionId, upTo });
  }
  return places;
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index
     WHERE indrelid = 'responses'::regclass AND NOT indisprimary`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

// cspell:disable
const phrases = [
  'O atendimento na recepção foi muito atencioso, voltaremos.',
  'Quarto limpo, café da manhã excelente!',
  'Demorou demais para fazer o check-in, quase uma hora na fila.',
  'O ar-condicionado não funcionava direito.',
  'Tudo ótimo, parabéns à equipe.',
  'Localização boa, mas o barulho da rua atrapalhou o sono.',
]
  .map((phrase) => `'${phrase}'`)
  .join(', ');
// cspell:enable

const insertResponses = `
  WITH places AS (
    SELECT (place ->> 'unit')::uuid AS unit, (place ->> 'survey')::uuid AS survey, (place ->> 'version')::uuid AS version,
      (place ->> 'upTo')::int AS up_to, lag((place ->> 'upTo')::int, 1, 0) OVER (ORDER BY (place ->> 'upTo')::int) AS above
    FROM json_array_elements($3::json) AS place
  ), people AS (
    SELECT array_agg(id) AS ids FROM contacts WHERE company_id = $1
  ), drawn AS (
    SELECT now() - n * (interval '365 days' / $2::int) AS at,
      (hashint4(n) & 2147483647) % 100 AS place,
      (hashint4(n + 1) & 2147483647) % 100 AS opinion,
      (hashint4(n + 2) & 2147483647) % 100 AS channel_share,
      (hashint4(n + 3) & 2147483647) % 100 AS words,
      (hashint4(n + 4) & 2147483647) % ${contactsPerCompany} AS person
    FROM generate_series($2::int, 1, -1) AS n
  )
  INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, contact_id, channel, language, status,
    last_seq, metric, score, score_group, comment, day, started_at, answered_at, completed_at)
  SELECT $1, uuid_v7(), unit, survey, version, ids[person + 1],
    CASE WHEN channel_share < 60 THEN 'email' WHEN channel_share < 85 THEN 'whatsapp-web' ELSE 'sms' END, 'pt', 'complete', 1,
    'nps', score, CASE WHEN score >= 9 THEN 'top' WHEN score >= 7 THEN 'middle' ELSE 'bottom' END,
    CASE WHEN words < 30 THEN (ARRAY[${phrases}])[words % 6 + 1] END,
    (at AT TIME ZONE 'America/Sao_Paulo')::date, at - interval '40 seconds', at, at
  FROM drawn
  JOIN places ON place >= above AND place < up_to
  CROSS JOIN people
  CROSS JOIN LATERAL (
    SELECT (CASE WHEN opinion < 35 THEN 10 WHEN opinion < 55 THEN 9 WHEN opinion < 70 THEN 8 WHEN opinion < 80 THEN 7
      ELSE opinion % 7 END)::smallint AS score
  ) AS given`;

const countScores = `
  INSERT INTO metric_daily (company_id, business_unit_id, survey_id, question_key, metric, channel, day, n, sum, sum_sq, b0, b1, b2, b3,
    b4, b5, b6, b7, b8, b9, b10, comments)
  SELECT company_id, business_unit_id, survey_id, 'score', metric, channel, day, count(score), sum(score), sum(score * score),
    ${Array.from({ length: 11 }, (_, score) => `count(*) FILTER (WHERE score = ${score})`).join(', ')}, count(comment)
  FROM responses
  WHERE company_id = $1 AND excluded_reason IS NULL AND NOT is_test
  GROUP BY company_id, business_unit_id, survey_id, metric, channel, day`;

const countInvitations = `
  INSERT INTO invitation_daily (company_id, business_unit_id, survey_id, channel, day, sent, failed, responded, completed)
  SELECT company_id, business_unit_id, survey_id, channel, day, n * 4, n / 20, n, n
  FROM metric_daily
  WHERE company_id = $1`;
