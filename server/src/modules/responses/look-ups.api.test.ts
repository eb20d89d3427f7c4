import type { ResponseId, UserId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import type { AnswerStore } from './answer-store.ts';
import type { StepFrom } from './answering.ts';
import { instantOfMicros, walkResponseRows } from './list-responses.ts';
import type { RowKey } from './list-responses.ts';
import { link } from './origins/link.ts';
import type { LinkSource } from './origins/link.ts';
import type { SentStep } from './origins/origins.ts';
import { recordAnswers } from './record-answers.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(async () => {
  await context.database.pool.query(`
    ALTER TABLE responses ALTER company_id RESET (n_distinct);
    ALTER TABLE contacts ALTER company_id RESET (n_distinct);
  `);
  await context.close();
});

const answeredBefore = 3_000;
const batch = 20;

/** Takes statistics that would say, of a column that has some, that hardly two rows belong to one company. */
async function takeStatistics(): Promise<void> {
  await context.database.pool.query(`
    ALTER TABLE responses ALTER company_id SET (n_distinct = -1);
    ALTER TABLE contacts ALTER company_id SET (n_distinct = -1);
    ANALYZE responses, contacts;
  `);
}

/** A company of many answers among small ones. */
async function largeAmongSmall(statisticsAreTaken: 'before it came' | 'with it') {
  if (statisticsAreTaken === 'before it came') await takeStatistics();
  const invited = await createInvitations(context, { count: batch });
  const { companyId, businessUnitId, surveyId, versionId } = invited;
  await context.database.withCompany(companyId, async (tx) => {
    await sql`
      WITH known AS (
        INSERT INTO contacts (company_id, id, business_unit_id, name, email)
        SELECT ${companyId}, uuid_v7(), ${businessUnitId}, 'Ana ' || n, 'ana' || n || '@example.com'
        FROM generate_series(1, ${answeredBefore}) AS n
        RETURNING company_id, id, business_unit_id
      )
      INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, contact_id, channel, language,
        status, last_seq, metric, score, day, started_at, answered_at)
      SELECT company_id, uuid_v7(), business_unit_id, ${surveyId}, ${versionId}, id, 'email', 'pt', 'partial', 1, 'nps', 9,
        '2026-10-01', '2026-10-01 12:00Z', '2026-10-01 12:00Z'
      FROM known
    `.execute(tx);
  });
  if (statisticsAreTaken === 'with it') await takeStatistics();
  return invited;
}

const answeringReads = ['responses', 'answers', 'contacts', 'sends', 'surveys'];

/** How many rows of some tables this connection has read since it reported last. */
async function rowsRead(tx: Transaction, tables = answeringReads): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int AS read
    FROM pg_stat_xact_user_tables WHERE relname = ANY(${tables}::text[])
  `.execute(tx);
  return rows[0]?.read ?? 0;
}

/** Answers that stay in a transaction: what it has read is told to nobody else. */
function storeIn(tx: Transaction): AnswerStore {
  const ask = async <T>(call: RawBuilder<unknown>): Promise<T> => {
    const { rows } = await sql<{ result: T }>`SELECT ${call} AS result`.execute(tx);
    return rows[0]?.result as T;
  };
  return { read: ask, write: ask, within: (work) => work(tx) };
}

/** More often than PostgreSQL plans for the values at hand before it may keep a plan for all (choose_custom_plan: 5). */
const rounds = 8;

test.each(['before it came', 'with it'] as const)(
  'a batch of answers reads what it touches, however large the company, where statistics were taken %s',
  async (statisticsAreTaken) => {
    const { companyId, itemsMonth, links } = await largeAmongSmall(statisticsAreTaken);
    for (let seq = 1; seq <= rounds; seq += 1) {
      const sent: SentStep[] = links.map(({ itemId, responseId }) => ({
        source: { origin: 'invitation', itemsMonth, itemId },
        step: { responseId, seq, answers: { score: seq, ...(seq > 1 && { why: 'Demorou.' }) }, complete: false },
        at: context.clock.now(),
      }));
      const [outcomes, read] = await context.database.withCompany(companyId, async (tx) => {
        const before = await rowsRead(tx);
        const recorded = await recordAnswers(storeIn(tx), companyId, sent);
        return [recorded, (await rowsRead(tx)) - before];
      });
      expect(outcomes.filter((outcome) => 'refused' in outcome)).toEqual([]);
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(answeredBefore / 3);
    }
  },
);

test.each(['before it came', 'with it'] as const)(
  'steps by an open link read each response and each answer once, however large the company, where statistics were taken %s',
  async (statisticsAreTaken) => {
    const { companyId, surveyId } = await largeAmongSmall(statisticsAreTaken);
    const source: LinkSource = { origin: 'link', code: '0123456789ab' };
    const responseIds = Array.from({ length: batch }, () => newId<ResponseId>());
    const stepsOf = (seq: number): StepFrom<LinkSource>[] =>
      responseIds.map((responseId) => ({
        source,
        step: { responseId, seq, answers: { score: 9 }, complete: false },
        at: context.clock.now(),
      }));
    await context.database.withCompany(companyId, async (tx) => {
      await tx
        .insertInto('survey_links')
        .values({
          company_id: companyId,
          survey_id: surveyId,
          code: source.code,
          is_open: true,
          changed_by: newId<UserId>(),
          changed_at: context.clock.now(),
        })
        .execute();
      const outcomes = await recordAnswers(storeIn(tx), companyId, stepsOf(1));
      expect(outcomes.filter((outcome) => 'refused' in outcome)).toEqual([]);
      const before = { responses: await rowsRead(tx, ['responses']), answers: await rowsRead(tx, ['answers']) };
      // Two steps of each, as they come when a page catches up.
      const { answering } = await link.readSteps(storeIn(tx), companyId, [...stepsOf(2), ...stepsOf(3)]);
      expect([...answering.values()].map(({ state }) => state?.score)).toEqual(responseIds.map(() => 9));
      expect({
        responses: (await rowsRead(tx, ['responses'])) - before.responses,
        answers: (await rowsRead(tx, ['answers'])) - before.answers,
      }).toEqual({ responses: batch, answers: batch });
    });
  },
);

test('a walk has each response once where only microseconds, or nothing, part them', async () => {
  const { companyId, businessUnitId, surveyId, versionId } = await createInvitations(context, { count: 1 });
  const instants = ['00.000001', '00.000001', '00.000002', '00.001', '59.999999', '59.999999'];
  await context.database.withCompany(companyId, async (tx) => {
    await sql`
      INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, channel, origin, language,
        status, last_seq, metric, score, day, started_at, answered_at)
      SELECT ${companyId}, uuid_v7(), ${businessUnitId}, ${surveyId}, ${versionId}, 'link', 'link', 'pt', 'complete', 1, 'nps', 9,
        '2026-10-01', '2026-10-01 12:00Z', ('2026-10-01 12:00:' || seconds || 'Z')::timestamptz
      FROM unnest(${instants}::text[]) AS seconds
    `.execute(tx);
    const wanted = { companyId, businessUnitId, narrowing: null };
    const walked: string[] = [];
    for (let after: RowKey | null = null; ;) {
      const { rows, last }: Awaited<ReturnType<typeof walkResponseRows>> = await walkResponseRows(tx, wanted, {
        after,
        limit: 1,
      });
      if (!last) break;
      walked.push(...rows.map(({ answeredAtMicros }) => instantOfMicros(answeredAtMicros)));
      after = last;
    }
    expect(walked).toEqual(instants.map((seconds) => `2026-10-01T12:00:${seconds.padEnd(9, '0')}Z`).toReversed());
  });
});

test('a page of a file reads its own rows, and does not sort all that are left', async () => {
  const { companyId, businessUnitId, surveyId, versionId } = await createInvitations(context, { count: 1 });
  await context.database.withCompany(companyId, (tx) =>
    sql`
      INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, channel, origin, language,
        status, last_seq, metric, score, day, started_at, answered_at)
      SELECT ${companyId}, uuid_v7(), ${businessUnitId}, ${surveyId}, ${versionId}, 'link', 'link', 'pt', 'complete', 1, 'nps', 9,
        '2026-10-01', '2026-10-01 12:00Z', timestamptz '2026-10-01 12:00Z' - hashint4(n) * interval '1 ms'
      FROM generate_series(1, 20000) AS n
    `.execute(tx),
  );
  await context.database.pool.query('ANALYZE responses');
  await context.database.withCompany(companyId, async (tx) => {
    const wanted = { companyId, businessUnitId, narrowing: null };
    const limit = 1_000;
    const first = await walkResponseRows(tx, wanted, { after: null, limit });
    const before = await rowsRead(tx, ['responses']);
    const { rows } = await walkResponseRows(tx, wanted, { after: first.last, limit });
    expect(new Set([...first.rows, ...rows].map(({ id }) => id)).size).toBe(2 * limit);
    expect((await rowsRead(tx, ['responses'])) - before).toBeLessThanOrEqual(2 * limit);
  });
});
