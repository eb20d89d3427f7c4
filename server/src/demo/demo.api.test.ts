import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dashboard } from '@escuta/contract/analytics';
import { metrics, scoresOf } from '@escuta/contract/metrics';
import { isCnpj } from '@escuta/contract/tax-numbers';
import type { Loaded } from './load-demo.ts';
import { openTestContext } from '../testing/test-context.ts';
import type { TestContext } from '../testing/test-context.ts';
import { demoPassword, loadDemo } from './load-demo.ts';

let context: TestContext;
let loaded: Loaded[];
/** A year of three companies, into the embedded database of a busy machine. */
const demoMsMax = 240_000;
beforeAll(async () => {
  context = await openTestContext();
  loaded = await loadDemo(context);
}, demoMsMax);
afterAll(() => context.close());

async function signedInAs(email: string) {
  const answer = await context.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, senha: demoPassword },
  });
  const { result, user, token } = answer.json();
  expect(result).toBe(1);
  const get = async (path: string, headers = {}) => {
    const reply = await context.app.inject({ url: `/api${path}`, headers: { authorization: token, ...headers } });
    return { status: reply.statusCode, ...reply.json() };
  };
  const enter = (company: string) =>
    context.app.inject({
      method: 'POST',
      url: '/api/account-access',
      headers: { authorization: token },
      payload: { company, reason: 'A customer asked for help' },
    });
  return { user, get, enter };
}

/** Facts as text, so that a recount compares exactly. */
async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await context.database.pool.query(sql, values)).rows;
}

/** The condition for rows of the demo: the database holds what other tests left, too. */
const companies = `company_id IN (
  SELECT company_id FROM users WHERE email IN ('own@aurora.example', 'own@horizonte.example', 'acmng@escuta.example')
)`;

/** What a row of counters is about. */
function dayKey(row: Record<string, unknown>): string {
  return ['business_unit_id', 'survey_id', 'channel', 'day'].map((column) => String(row[column])).join(' ');
}

function tally<Row extends Record<string, unknown>>(
  facts: readonly Row[],
  keyOf: (row: Row) => string,
  add: (sum: number[], row: Row) => void,
  size: number,
) {
  const sums = new Map<string, number[]>();
  for (const fact of facts) {
    const sum = sums.get(keyOf(fact)) ?? Array.from({ length: size }, () => 0);
    add(sum, fact);
    sums.set(keyOf(fact), sum);
  }
  return Object.fromEntries([...sums].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

describe('the demo companies', () => {
  test('hold a year of a chain of hotels, a smaller shop, and our own house', () => {
    expect(loaded.map(({ company }) => company)).toEqual(['Aurora Hotéis', 'Horizonte Varejo', 'Escuta']);
    const [aurora, horizonte] = loaded.map(({ counts }) => counts!);
    expect(aurora!.contacts).toBe(5_500);
    expect(aurora!.responses).toBeGreaterThan(5_000);
    expect(aurora!.responses).toBeLessThan(7_500);
    expect(horizonte!.contacts).toBe(300);
    expect(horizonte!.responses).toBeGreaterThan(150);
  });

  test('have contacts that work for companies of all segments, most with a CNPJ', async () => {
    const work = await rows(
      `SELECT cnpj, market_segment, (SELECT count(*) FROM contacts WHERE contacts.company_id = contact_companies.company_id
        AND contact_company_id = contact_companies.id) AS people FROM contact_companies WHERE ${companies}`,
    );
    expect(work.length).toBeGreaterThan(100);
    expect(work.filter(({ people }) => Number(people) === 0)).toEqual([]);
    expect(new Set(work.map((row) => row['market_segment'])).size).toBeGreaterThan(10);
    const numbered = work.flatMap(({ cnpj }) => (typeof cnpj === 'string' ? [cnpj] : []));
    expect(numbered.filter((cnpj) => !isCnpj(cnpj))).toEqual([]);
    expect(numbered.length / work.length).toBeGreaterThan(0.7);
    expect(numbered.length).toBeLessThan(work.length);
  });

  test('are left alone by a second load', async () => {
    const count = () =>
      rows(`
        SELECT (SELECT count(*) FROM responses WHERE ${companies}) AS responses,
          (SELECT count(*) FROM users WHERE ${companies}) AS users,
          (SELECT count(*) FROM contacts WHERE ${companies}) AS contacts
      `);
    const before = await count();
    expect(Object.values(before[0]!).map(Number)).not.toContain(0);
    expect((await loadDemo(context)).map(({ counts }) => counts)).toEqual([null, null, null]);
    expect(await count()).toEqual(before);
  });
});

describe('counters and facts', () => {
  test('scores per day are those of the responses', async () => {
    const responses = await rows(
      `SELECT business_unit_id, survey_id, channel, day, score, comment FROM responses WHERE ${companies}`,
    );
    const recounted = tally(
      responses,
      dayKey,
      (sum, row) => {
        const score = Number(row['score']);
        for (const [index, value] of [1, score, score * score].entries()) sum[index]! += value;
        sum[3 + score]! += 1;
        if (row['comment'] !== null) sum[14]! += 1;
      },
      15,
    );
    const kept = await rows(`SELECT * FROM metric_daily WHERE ${companies}`);
    const columns = ['n', 'sum', 'sum_sq', ...Array.from({ length: 11 }, (_, score) => `b${score}`), 'comments'];
    const stored = Object.fromEntries(
      kept
        .map((row): [string, number[]] => [dayKey(row), columns.map((column) => Number(row[column]))])
        .toSorted(([left], [right]) => (left < right ? -1 : 1)),
    );
    expect(Object.keys(stored).length).toBeGreaterThan(500);
    expect(stored).toEqual(recounted);
  });

  test('messages per day are those of the items, in the zone of the unit, each answered at most once', async () => {
    const items = await rows(`
      SELECT i.id, i.state, (i.executed_at - interval '3 hours')::date AS day, r.score, r.status
      FROM send_items i LEFT JOIN responses r ON r.company_id = i.company_id AND r.item_id = i.id
      WHERE i.${companies} AND i.state IN (3, 4)
    `);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    const recounted = tally(
      items,
      (row) => String(row['day']),
      (sum, row) => {
        sum[0]! += 1;
        if (row['state'] === 4) sum[1]! += 1;
        if (row['score'] !== null) sum[2]! += 1;
        if (row['status'] === 'complete') sum[3]! += 1;
      },
      4,
    );
    const kept = await rows(
      `SELECT day, sum(sent)::int AS sent, sum(failed)::int AS failed, sum(responded)::int AS responded, sum(completed)::int AS completed FROM invitation_daily WHERE ${companies} GROUP BY day ORDER BY day`,
    );
    expect(
      Object.fromEntries(
        kept.map((row) => [row['day'], [row['sent'], row['failed'], row['responded'], row['completed']]]),
      ),
    ).toEqual(recounted);
  });

  test('progress adds up to the items of each send, and each send is done', async () => {
    const wrong = await rows(`
      SELECT s.id
      FROM sends s
      LEFT JOIN send_progress p ON p.company_id = s.company_id AND p.send_id = s.id
      WHERE s.${companies}
        AND (s.status <> 'done' OR s.total <> p.planned OR p.planned <> p.accepted + p.rejected + p.skipped + p.unknown
          OR p.planned <> (SELECT count(*) FROM send_items i WHERE i.company_id = s.company_id AND i.send_id = s.id))
    `);
    expect(wrong).toEqual([]);
    expect((await rows(`SELECT count(*) AS n FROM sends WHERE ${companies} AND total > 0`))[0]!['n']).toBeGreaterThan(
      100,
    );
  });

  test('surveys and contacts carry what was answered last', async () => {
    const wrongSurveys = await rows(`
      SELECT s.title FROM surveys s
      WHERE s.${companies}
        AND (s.responses, coalesce(s.last_answered_at, 'epoch')) <>
          (SELECT count(*)::int, coalesce(max(r.answered_at), 'epoch') FROM responses r WHERE r.company_id = s.company_id AND r.survey_id = s.id)
    `);
    const wrongContacts = await rows(`
      SELECT c.id FROM contacts c
      WHERE c.${companies}
        AND (c.last_answered_at IS DISTINCT FROM (SELECT max(r.answered_at) FROM responses r WHERE r.company_id = c.company_id AND r.contact_id = c.id)
          OR c.last_score IS DISTINCT FROM (SELECT r.score FROM responses r WHERE r.company_id = c.company_id AND r.contact_id = c.id ORDER BY r.answered_at DESC LIMIT 1)
          OR c.last_sent_at IS DISTINCT FROM (SELECT max(i.executed_at) FROM send_items i WHERE i.company_id = c.company_id AND i.contact_id = c.id AND i.state = 3))
    `);
    expect([wrongSurveys, wrongContacts]).toEqual([[], []]);
  });

  test('no message went to an address after it had been given up', async () => {
    const wrong = await rows(`
      SELECT i.id FROM send_items i
      JOIN suppressions s ON s.company_id = i.company_id AND s.business_unit_id = i.business_unit_id AND s.address_hash = i.address_hash
      WHERE i.${companies} AND i.state = 3 AND i.executed_at > s.created_at
    `);
    expect(wrong).toEqual([]);
  });
});

describe('who left', () => {
  test('is written to on no channel, and whose mail came back still has a phone', async () => {
    const [held] = await rows(`
      SELECT
        count(*) FILTER (WHERE mail.reason = 'unsubscribed' AND phone.reason IS DISTINCT FROM 'unsubscribed')::int AS wrong,
        count(*) FILTER (WHERE mail.reason = 'bounced' AND phone.reason IS NOT NULL)::int AS lost,
        count(phone.reason)::int AS left
      FROM contacts c
      JOIN suppressions mail ON mail.company_id = c.company_id AND mail.business_unit_id = c.business_unit_id
        AND mail.channel = 'email' AND mail.address_hash = address_hash(c.email)
      LEFT JOIN suppressions phone ON phone.company_id = c.company_id AND phone.business_unit_id = c.business_unit_id
        AND phone.channel = 'sms' AND phone.address_hash = address_hash(c.tel)
      WHERE c.${companies} AND c.tel IS NOT NULL
    `);
    expect(held).toMatchObject({ wrong: 0, lost: 0 });
    expect(held?.['left']).toBeGreaterThan(10);
  });

  test('said so at that moment, as the history of each has it', async () => {
    const said = await rows(`
      SELECT said.status, count(*) > 10 AS many FROM contacts c
      JOIN suppressions mail ON mail.company_id = c.company_id AND mail.business_unit_id = c.business_unit_id
        AND mail.channel = 'email' AND mail.address_hash = address_hash(c.email) AND mail.reason = 'unsubscribed'
      LEFT JOIN contact_consents said ON said.company_id = c.company_id AND said.contact_id = c.id AND said.channel = 'email'
        AND said.source = 'contact' AND said.at = mail.created_at
      WHERE c.${companies}
      GROUP BY said.status
    `);
    expect(said).toEqual([{ status: 'withdrawn', many: true }]);
  });
});

describe('the demo users', () => {
  const day = (daysAgo: number) =>
    new Date(context.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const year = () => `from=${day(364)}&to=${day(0)}`;

  test('sign in with their roles, and see screens that are not empty', async () => {
    const owner = await signedInAs('own@aurora.example');
    expect(owner.user).toMatchObject({ role: 'own', ticketing_role: 'adm', _empresa: { nome: 'Aurora Hotéis' } });
    expect((await owner.get('/contacts')).total).toBe(4_000);
    expect((await owner.get('/surveys')).data.map((survey: { status: string }) => survey.status)).toEqual([
      'draft',
      ...Array.from({ length: metrics.length + 1 }, () => 'active'),
      'paused',
    ]);
    const dashboard: Dashboard = await owner.get(`/dashboard?${year()}`);
    expect(dashboard.score.n).toBeGreaterThan(3_000);
    expect(dashboard.trend.points.filter(({ score }) => score.n > 0).length).toBeGreaterThanOrEqual(12);
    expect(dashboard.responseRate.value).toBeGreaterThan(0.2);
    expect((await owner.get(`/dashboard/comments?${year()}&limit=50`)).data).toHaveLength(50);
  });

  test('a unit measures everything that the product knows, each on its own', async () => {
    const { get } = await signedInAs('ana@aurora.example');
    for (const metric of metrics) {
      const read: Dashboard = await get(`/dashboard?${year()}&metric=${metric}`);
      expect([read.metric, read.metrics]).toEqual([metric, metrics]);
      expect(read.score.n).toBeGreaterThan(200);
      expect(read.comments).toBeGreaterThan(50);
      expect(read.distribution).toHaveLength(scoresOf(metric).length);
    }
  });

  test('the renovation made the city house better', async () => {
    const { get } = await signedInAs('ana@aurora.example');
    const { score, comparison }: Dashboard = await get(`/dashboard?from=${day(89)}&to=${day(0)}`);
    const during: Dashboard = await get(`/dashboard?from=${day(210)}&to=${day(155)}`);
    expect(score.value! - during.score.value!).toBeGreaterThan(15);
    expect(comparison.previous.n).toBeGreaterThan(100);
  });

  test('find the custom fields of their company, with values, masked where they are sensitive', async () => {
    const named = (answer: { data: { internal_name: string }[] }) => answer.data.map((field) => field.internal_name);
    const names = ['nivel_clube', 'ultima_estadia', 'diarias_no_ano', 'restricao_alimentar'];
    const held = (answer: { data: { custom_fields: Record<string, string> }[] }, name: string) =>
      answer.data.flatMap(({ custom_fields: values }) => values[name] ?? []);
    const pdv = await signedInAs('pdv@aurora.example');
    expect(named(await pdv.get('/custom-fields'))).toEqual(names);
    const people = await pdv.get('/contacts?limit=100');
    for (const name of names) expect(held(people, name).length).toBeGreaterThan(1);
    const reader = await (await signedInAs('readonly@aurora.example')).get('/contacts?limit=100');
    expect(new Set(held(people, 'restricao_alimentar'))).toEqual(new Set(['***']));
    expect(new Set(held(reader, 'restricao_alimentar'))).toEqual(new Set(['***']));
    expect(held(reader, 'nivel_clube')).not.toContain('***');
    const shop = await signedInAs('own@horizonte.example');
    expect(named(await shop.get('/custom-fields'))).toEqual(['onde_compra']);
    expect(held(await shop.get('/contacts?limit=100'), 'onde_compra').length).toBeGreaterThan(30);
  });

  test('see what their role and company allow, and no more', async () => {
    const pdv = await signedInAs('pdv@aurora.example');
    expect((await pdv.get('/businesses')).data.map((unit: { nome: string }) => unit.nome)).toEqual([
      'Aurora Praia – Florianópolis',
    ]);
    expect((await pdv.get('/contacts')).total).toBe(1_500);
    const shop = await signedInAs('own@horizonte.example');
    expect((await shop.get('/contacts')).total).toBe(300);
    expect((await shop.get('/company', { 'x-empresa-id': pdv.user._empresa._id })).status).toBe(404);
    const manager = await signedInAs('acmng@escuta.example');
    const inside = { 'x-empresa-id': pdv.user._empresa._id };
    expect((await manager.get('/company', inside)).status).toBe(404);
    await manager.enter(pdv.user._empresa._id);
    expect((await manager.get('/company', inside)).nome).toBe('Aurora Hotéis');
    for (const name of ['adm', 'readonly', 'notesonly', 'dashonly', 'agent']) {
      const { user, get } = await signedInAs(`${name}@aurora.example`);
      expect(user.role).toBe(name);
      expect((await get(`/dashboard?${year()}`)).status).toBe(200);
    }
  });
});
