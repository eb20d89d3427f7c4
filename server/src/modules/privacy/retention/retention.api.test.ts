// cspell:disable
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import { retentionKinds } from '@escuta/contract/retention';
import type { RetentionKind, RetentionRule } from '@escuta/contract/retention';
import type { CompanyId } from '@escuta/contract/ids';
import { createCompany, signedIn } from '../../../testing/factories.ts';
import { createSentInvitations } from '../../../testing/response-factories.ts';
import { createPublishedSurvey } from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { privacySchedules } from '../jobs.ts';
import { runRetention } from './run-retention.ts';

const context = testContext();
const dayMs = 24 * 3_600_000;
type Headers = Record<string, string>;

function call(method: 'GET' | 'POST' | 'PUT', path: string, headers: Headers, payload?: object) {
  return context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
}

/** A company whose two units have answers with comments: three that are 101 days old, and one of today. */
async function settle() {
  const company = await createCompany(context);
  const { headers } = await signedIn(context, { companyId: company.companyId, role: 'adm' });
  const units = [company.businessUnitId, company.otherUnitId];
  const answer = async (businessUnitId: (typeof units)[number], count: number) => {
    const unit = { ...company, businessUnitId };
    const survey = await createPublishedSurvey(context, unit);
    const { links } = await createSentInvitations(context, { ...unit, ...survey, count });
    for (const { token, responseId } of links) {
      const payload = { responseId, seq: 1, answers: { score: 3, why: 'Café frio' }, complete: true };
      expect((await call('POST', `/answers/${token}`, {}, payload)).statusCode).toBe(200);
    }
    return links;
  };
  const old = [...(await answer(units[0]!, 2)), ...(await answer(units[1]!, 1))];
  const { companyId } = company;
  // What was answered and sent so far is older than everything that comes.
  const aged = sql`interval '101 days'`;
  await context.database.withCompany(companyId, async (tx) => {
    await sql`UPDATE responses SET answered_at = answered_at - ${aged} WHERE company_id = ${companyId}`.execute(tx);
    await sql`
      UPDATE send_items SET executed_at = executed_at - ${aged}, address = 'quem@exemplo.example', detail = '250 quem'
      WHERE company_id = ${companyId}
    `.execute(tx);
  });
  const [young] = await answer(units[0]!, 1);
  return { ...company, headers, old, young: young! };
}
type Settled = Awaited<ReturnType<typeof settle>>;

const put = ({ headers }: { headers: Headers }, kind: RetentionKind, days: number | null) =>
  call('PUT', '/retention-rules', headers, { kind, days });
const rulesOf = async ({ headers }: Settled) =>
  (await call('GET', '/retention-rules', headers)).json<{ data: RetentionRule[] }>().data;
const rehearse = async ({ headers }: Settled, kind: RetentionKind, days: number) =>
  (await call('GET', `/retention-rules/rehearsal?kind=${kind}&days=${days}`, headers)).json<{ rows: number }>().rows;

function rowsOf<Row extends object>(companyId: CompanyId, text: string): Promise<Row[]> {
  return context.database.pool.query<Row>(text, [companyId]).then(({ rows }) => rows);
}
const responsesOf = ({ companyId }: Settled) =>
  rowsOf<{ id: string; contact_id: string | null; comment: string; score: number; score_group: string }>(
    companyId,
    'SELECT id, contact_id, comment, score, score_group FROM responses WHERE company_id = $1 ORDER BY answered_at, id',
  );
const itemsOf = ({ companyId }: Settled) =>
  rowsOf<{ contact_id: string | null; address: string | null; detail: string | null; address_hash: Buffer | null }>(
    companyId,
    'SELECT contact_id, address, detail, address_hash FROM send_items WHERE company_id = $1 ORDER BY executed_at, id',
  );
const textsOf = ({ companyId }: Settled) =>
  rowsOf<{ text: string }>(
    companyId,
    `SELECT a.text FROM answers a JOIN responses r ON r.company_id = a.company_id AND r.id = a.response_id
     WHERE a.company_id = $1 AND a.text IS NOT NULL ORDER BY r.answered_at, r.id`,
  ).then((rows) => rows.map(({ text }) => text));
const auditOf = ({ companyId }: Settled) =>
  rowsOf<{ ip: string | null; action: string }>(
    companyId,
    'SELECT ip, action FROM audit_events WHERE company_id = $1 ORDER BY id',
  );
/** The database lets nobody touch what is younger than half a year by its own clock, which other tests have left behind. */
const ageAudit = (companies: readonly Settled[], days: number) =>
  context.database.pool.query(
    'UPDATE audit_events SET at = at - make_interval(days => $2) WHERE company_id = ANY($1)',
    [companies.map(({ companyId }) => companyId), days],
  );
const dashboardOf = async ({ headers, businessUnitId, otherUnitId }: Settled) => {
  const numbers = [];
  for (const unit of [businessUnitId, otherUnitId]) {
    const path = '/dashboard?from=2020-01-01&to=2030-12-31';
    numbers.push((await call('GET', path, { ...headers, 'x-business-id': unit })).json());
  }
  return numbers;
};
const appliedOf = ({ companyId }: Settled) =>
  rowsOf<{ actor_type: string; after: object }>(
    companyId,
    `SELECT actor_type, after FROM audit_events WHERE company_id = $1 AND action = 'retention_rule.applied' ORDER BY id`,
  );

/** Runs with a row a batch, and does something before the third of the company. */
function runUntilThird({ companyId: ours }: Settled, act: () => Promise<void>) {
  let batches = 0;
  const database = {
    ...context.database,
    withCompany: (async (companyId, work, limits) => {
      if (companyId === ours) batches += 1;
      if (companyId === ours && batches === 3) await act();
      return context.database.withCompany(companyId, work, limits);
    }) as typeof context.database.withCompany,
  };
  return runRetention({ ...context, database }, 1);
}

describe('what a company forgets by age', () => {
  test('[PRIVACY-15] has a rule for each class, all of them off until somebody says after how long', async () => {
    const [here, there] = [await settle(), await settle()];
    expect(retentionKinds).toEqual(['identity', 'comments', 'addresses', 'messages', 'logs']);
    expect(await rulesOf(here)).toEqual(retentionKinds.map((kind) => ({ kind, days: null, ran_at: null })));
    await runRetention(context);
    expect(await textsOf(here)).toEqual(Array(4).fill('Café frio'));
    for (const [at, kind] of retentionKinds.entries()) expect((await put(here, kind, 400 + at)).statusCode).toBe(200);
    expect((await rulesOf(here)).map(({ days }) => days)).toEqual([400, 401, 402, 403, 404]);
    await put(here, 'comments', null);
    expect((await rulesOf(here))[1]).toMatchObject({ kind: 'comments', days: null });
    expect((await rulesOf(there)).every(({ days }) => days === null)).toBe(true);
    for (const [kind, days] of [
      ['identity', 29],
      ['logs', 182],
      ['addresses', 182],
      ['messages', 3_651],
    ] as const)
      expect((await put(here, kind, days)).json()).toMatchObject({ code: 'INVALID_INPUT' });
    const changed = await rowsOf(
      here.companyId,
      `SELECT before, after FROM audit_events WHERE company_id = $1 AND action = 'retention_rule.changed' ORDER BY id`,
    );
    expect(changed).toHaveLength(6);
    expect(changed.at(-1)).toEqual({
      before: { retention: 'comments', days: 401 },
      after: { retention: 'comments', days: null },
    });
  });

  test('[PRIVACY-16] says beforehand how many records a rule would reach, and touches none', async () => {
    const [here, there] = [await settle(), await settle()];
    for (const kind of ['identity', 'comments', 'messages'] as const) {
      expect([kind, await rehearse(here, kind, 100)]).toEqual([kind, 3]);
      expect([kind, await rehearse(here, kind, 102)]).toEqual([kind, 0]);
    }
    expect(await textsOf(here)).toEqual(Array(4).fill('Café frio'));
    expect(await appliedOf(here)).toEqual([]);
    await put(here, 'comments', 100);
    await runRetention(context);
    expect(await rehearse(here, 'comments', 100)).toBe(0);
    expect(await rehearse(there, 'comments', 100)).toBe(3);
  });

  test('[PRIVACY-16] says so of the audit too, and of the addresses in it', async () => {
    const [here, there] = [await settle(), await settle()];
    await put(here, 'comments', 400);
    await ageAudit([here], 295);
    await context.database.pool.query(
      'UPDATE audit_events SET ip = NULL WHERE id = (SELECT min(id::text)::uuid FROM audit_events WHERE company_id = $1)',
      [here.companyId],
    );
    const old = await auditOf(here);
    expect(old.length).toBeGreaterThan(1);
    expect(await rehearse(here, 'addresses', 200)).toBe(old.length - 1);
    expect(await rehearse(here, 'logs', 200)).toBe(old.length);
    for (const kind of ['addresses', 'logs'] as const) {
      expect([kind, await rehearse(here, kind, 3_000)]).toEqual([kind, 0]);
      expect([kind, await rehearse(there, kind, 200)]).toEqual([kind, 0]);
    }
    expect((await auditOf(here)).slice(0, old.length)).toEqual(old);
  });

  test('[PRIVACY-17] is forgotten at night, what is old enough alone, and no number changes by it', async () => {
    const [here, there] = [await settle(), await settle()];
    const before = await responsesOf(here);
    const numbers = await dashboardOf(here);
    for (const kind of ['identity', 'comments'] as const) await put(here, kind, 100);
    // One row at a time: what a batch leaves is the next one's.
    await runRetention(context, 1);
    const after = await responsesOf(here);
    expect(after.map(({ contact_id: contact }) => contact)).toEqual([null, null, null, before[3]!.contact_id]);
    expect(after.map(({ comment }) => comment)).toEqual(['***', '***', '***', 'Café frio']);
    expect(await textsOf(here)).toEqual(['***', '***', '***', 'Café frio']);
    const scores = (rows: typeof after) => rows.map(({ id, score, score_group: group }) => [id, score, group]);
    expect(scores(after)).toEqual(scores(before));
    expect(await dashboardOf(here)).toEqual(numbers);
    const items = await itemsOf(here);
    const [young] = items.slice(-1);
    for (const item of items.slice(0, 3))
      expect(item).toEqual({ contact_id: null, address: null, detail: null, address_hash: null });
    expect(young?.contact_id).toBe(here.young.contact.id);
    expect((await responsesOf(there)).every(({ contact_id: contact }) => contact !== null)).toBe(true);
    expect(await textsOf(there)).toEqual(Array(4).fill('Café frio'));
    expect(await appliedOf(here)).toEqual([
      { actor_type: 'system', after: { retention: 'comments', days: 100, rows: 3 } },
      { actor_type: 'system', after: { retention: 'identity', days: 100, rows: 3 } },
    ]);
    expect((await rulesOf(here))[0]).toMatchObject({ ran_at: context.clock.now().toISOString() });

    // A night on which nothing has come of age says nothing; a hundred days later the last one has.
    const nightly = privacySchedules(context).find(({ job }) => job === 'privacy.retention')!;
    expect(nightly.cron).toBe('41 5 * * *');
    await nightly.run();
    expect(await appliedOf(here)).toHaveLength(2);
    context.clock.advance(100 * dayMs + 1);
    await nightly.run();
    expect((await responsesOf(here)).map(({ comment }) => comment)).toEqual(Array(4).fill('***'));
    expect((await appliedOf(here)).slice(2)).toMatchObject([{ after: { rows: 1 } }, { after: { rows: 1 } }]);
  });

  test('takes where messages went out of them, and keeps who must not be written to', async () => {
    const here = await settle();
    const hashes = (await itemsOf(here)).map(({ address_hash: hash }) => hash);
    await put(here, 'messages', 100);
    await runRetention(context, 2);
    const items = await itemsOf(here);
    expect(items.slice(0, 3).map(({ address, detail }) => [address, detail])).toEqual(Array(3).fill([null, null]));
    expect(items.map(({ address_hash: hash }) => hash)).toEqual(hashes);
    expect(items.every(({ contact_id: contact }) => contact !== null)).toBe(true);
    expect(await appliedOf(here)).toMatchObject([{ after: { retention: 'messages', rows: 3 } }]);
  });

  test('takes addresses out of the audit, and then the audit itself, of the company alone', async () => {
    const [here, there] = [await settle(), await settle()];
    await put(here, 'addresses', 200);
    await put(here, 'logs', 300);
    await put(there, 'messages', 200);
    const before = await auditOf(here);
    expect(before.some(({ ip }) => ip !== null)).toBe(true);
    await ageAudit([here, there], 295);
    await runRetention(context, 1);
    const after = await auditOf(here);
    expect(after.slice(0, before.length)).toEqual(before.map((event) => ({ ...event, ip: null })));
    expect((await auditOf(there)).some(({ ip }) => ip !== null)).toBe(true);
    await ageAudit([here, there], 100);
    await runRetention(context, 1);
    const actions = (await auditOf(here)).map(({ action }) => action);
    expect(actions).toEqual(['retention_rule.applied', 'retention_rule.applied']);
    expect((await auditOf(there)).length).toBeGreaterThan(0);
  });

  test('counts what a run that was cut off had done to the one that goes on', async () => {
    const here = await settle();
    await put(here, 'comments', 100);
    const cut = new Error('cut off');
    const cutOff = runUntilThird(here, () => Promise.reject(cut));
    await expect(cutOff).rejects.toMatchObject({ errors: [cut] });
    expect((await textsOf(here)).filter((text) => text === '***')).toHaveLength(2);
    await runRetention(context, 1);
    expect((await textsOf(here)).filter((text) => text === '***')).toHaveLength(3);
    expect(await appliedOf(here)).toMatchObject([{ after: { retention: 'comments', rows: 3 } }]);
  });

  test.each([null, 365])('says what a run had done when its rule becomes another (%s days) meanwhile', async (days) => {
    const here = await settle();
    await put(here, 'comments', 100);
    await runUntilThird(here, async () => expect((await put(here, 'comments', days)).statusCode).toBe(200));
    expect((await textsOf(here)).filter((text) => text === '***')).toHaveLength(2);
    await runRetention(context, 1);
    expect(await appliedOf(here)).toEqual([
      { actor_type: 'system', after: { retention: 'comments', days: 100, rows: 2 } },
    ]);
  });

  test('is decided by who answers for the privacy of people', async () => {
    const here = await settle();
    for (const role of roles) {
      const { headers } = await signedIn(context, { companyId: here.companyId, role });
      const status = ['own', 'adm', 'acmng'].includes(role) ? 200 : 403;
      expect([role, (await put({ headers }, 'comments', 365)).statusCode]).toEqual([role, status]);
      expect((await call('GET', '/retention-rules', headers)).statusCode).toBe(status);
      const path = '/retention-rules/rehearsal?kind=comments&days=365';
      expect((await call('GET', path, headers)).statusCode).toBe(status);
    }
  });
});
