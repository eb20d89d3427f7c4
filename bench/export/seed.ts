import pg from 'pg';
import { metricDefinitions } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import type { SurveyId } from '@escuta/contract/ids';
import { asking } from '@escuta/contract/testing/definitions';
import type { Database } from '../../server/src/platform/db/database.ts';
import { createPublishedSurvey, testDefinition } from '../../server/src/testing/send-factories.ts';
import { seedContacts } from '../contacts/seed.ts';
import type { Unit } from '../contacts/seed.ts';

/** A unit whose contacts have answered. */
export interface AnsweredUnit extends Unit {
  /** The survey that one of ten answers is to. */
  readonly smallSurveyId: SurveyId;
}

/** Which share of the answers, in percent, each survey has. */
const surveys: readonly { readonly metric: Metric; readonly share: number; readonly title: string }[] = [
  { metric: 'nps', share: 50, title: 'Satisfação com a estadia' },
  { metric: 'csat', share: 25, title: 'Atendimento na recepção; check-in' },
  { metric: 'ces', share: 15, title: 'Reserva pelo site' },
  { metric: 'nps', share: 10, title: 'Restaurante "Maré Alta"' },
];
const answersPerContact = 5;

/**
 * Makes a unit with so many answers of a year, the last of them now, to four surveys of three metrics: comments on a third, in
 * nine of ten by one of its contacts and otherwise by an open link, each with the rows of its questions. Written past the
 * foreign keys and before the indexes, for speed.
 */
export async function seedResponses(database: Database, url: string, count: number): Promise<AnsweredUnit> {
  const unit = await seedContacts(database, url, Math.ceil(count / answersPerContact));
  const places = [];
  let upTo = 0;
  for (const { metric, share, title } of surveys) {
    const definition = asking(testDefinition, metric);
    const { surveyId, versionId } = await createPublishedSurvey({ database }, { ...unit, title, definition });
    const { scores, lowest } = metricDefinitions[metric];
    places.push({
      survey: surveyId,
      version: versionId,
      metric,
      above: upTo,
      upTo: upTo + share,
      ...scores,
      ...lowest,
    });
    upTo += share;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(`SET maintenance_work_mem = '256MB'`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index
       WHERE indrelid = 'responses'::regclass AND NOT indisprimary`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await client.query(insertResponses, [
      unit.companyId,
      unit.businessUnitId,
      count,
      JSON.stringify(places),
      JSON.stringify(comments),
    ]);
    for (const { definition } of indexes) await client.query(definition);
    await client.query(insertAnswers, [unit.companyId]);
  } finally {
    await client.end();
  }
  const small = places.at(-1);
  if (!small) throw new Error('there is no survey');
  return { ...unit, smallSurveyId: small.survey };
}

// cspell:locale en-US,pt-BR,pt,es
/** As people write them: short and long, with quotes, semicolons, line breaks, and signs with which a formula begins. */
const comments = [
  'O atendimento na recepção foi muito atencioso, voltaremos.',
  'Quarto limpo; café da manhã excelente!',
  'Demorou demais para fazer o check-in, quase uma hora na fila. Quando reclamei disseram que "o sistema caiu" e que não havia o que fazer; ninguém pediu desculpas.',
  'O ar-condicionado não funcionava direito',
  'Tudo ótimo 👏 parabéns à equipe',
  'Localização boa, mas o barulho da rua atrapalhou o sono.\nNo segundo dia trocaram o quarto e ficou melhor.',
  '- Toalhas velhas\n- Chuveiro frio\n- Wi-Fi que cai toda hora',
  'A "suíte master" das fotos não é a que recebemos.',
  'bom',
  'Fomos muito bem recebidos pela Conceição e pelo João, que nos ajudaram com as malas, indicaram restaurantes, conseguiram um berço para a bebê e ainda ligaram no dia seguinte para saber se estava tudo bem. Difícil encontrar um serviço assim hoje em dia. Só o estacionamento poderia ser mais barato: R$ 60,00 por dia é demais.',
  'Voltarei com certeza!!!',
  'Nada a reclamar; preço justo, piscina aquecida e funcionários educados.',
];

const insertResponses = `
  WITH places AS MATERIALIZED (
    SELECT * FROM json_to_recordset($4::json) AS place
      (survey uuid, version uuid, metric text, above int, "upTo" int, min int, max int, top int, middle int)
  ), people AS MATERIALIZED (
    SELECT id, row_number() OVER () - 1 AS no FROM contacts WHERE company_id = $1
  ), drawn AS (
    SELECT n, now() - n * (interval '365 days' / $3::int) AS at, (hashint4(n) & 2147483647) % 100 AS place,
      hashint4(n + 1) & 2147483647 AS opinion, (hashint4(n + 2) & 2147483647) % 100 AS way, hashint4(n + 3) & 2147483647 AS words,
      (hashint4(n + 4) & 2147483647) % (SELECT count(*) FROM people) AS person
    FROM generate_series($3::int, 1, -1) AS n
  )
  INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, contact_id, channel, origin, language, status,
    last_seq, metric, score, score_group, comment, day, started_at, answered_at, completed_at)
  SELECT $1, uuid_v7(), $2, survey, version, CASE WHEN way < 90 THEN people.id END,
    CASE WHEN way < 50 THEN 'email' WHEN way < 75 THEN 'whatsapp-web' WHEN way < 90 THEN 'sms' ELSE 'link' END,
    CASE WHEN way < 90 THEN 'invitation' ELSE 'link' END, CASE WHEN opinion % 20 = 0 THEN 'es' ELSE 'pt' END, 'complete', 1,
    metric, score, CASE WHEN score >= top THEN 'top' WHEN score >= middle THEN 'middle' ELSE 'bottom' END,
    CASE WHEN words % 3 = 0 THEN $5::json ->> (words / 3 % ${comments.length}) END,
    (at AT TIME ZONE 'America/Sao_Paulo')::date, at - interval '40 seconds', at, at
  FROM drawn
  JOIN places ON place >= above AND place < "upTo"
  JOIN people ON people.no = person
  CROSS JOIN LATERAL (SELECT GREATEST(min, max - opinion % (max + 6) / 2)::smallint AS score) AS given
  -- As they come: a join by a hash of several batches would scatter them over the table.
  ORDER BY n DESC`;

const insertAnswers = `
  INSERT INTO answers (company_id, response_id, question_key, seq, number, text, answered_at)
  SELECT company_id, id, question, 1, number, text, answered_at
  FROM responses, LATERAL (VALUES ('score', score, NULL), ('why', NULL, comment)) AS answer (question, number, text)
  WHERE company_id = $1 AND (number IS NOT NULL OR text IS NOT NULL)`;
