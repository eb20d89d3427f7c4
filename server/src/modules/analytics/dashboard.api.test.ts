import type { Dashboard } from '@escuta/contract/analytics';
import type { BusinessUnitId } from '@escuta/contract/ids';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { createAnswer, createInvitationDay, createScoreDay } from '../../testing/answer-factories.ts';
import { createContact, signedIn, unitOf } from '../../testing/factories.ts';
import { createPublishedSurvey } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

async function workplace(changes: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, changes);
  const businessUnitId = await unitOf(context, user.companyId);
  const survey = await createPublishedSurvey(context, { companyId: user.companyId, businessUnitId });
  const unit = { companyId: user.companyId, businessUnitId, ...survey };
  return { ...user, unit, ...reader(user.headers) };
}

function reader(headers: Record<string, string>) {
  const get = (path: string, query: object, more = {}) =>
    context.app.inject({
      url: `/api/dashboard${path}`,
      query: query as Record<string, string>,
      headers: { ...headers, ...more },
    });
  return {
    get,
    dashboard: async (query: object, more = {}): Promise<Dashboard> => {
      const answer = await get('', query, more);
      expect(answer.statusCode).toBe(200);
      return answer.json();
    },
  };
}

const week = { from: '2026-11-09', to: '2026-11-15' };
const at = (instant: string) => new Date(instant);

describe('the dashboard', () => {
  test('shows score, interval, distribution, trend, comparison and comments of the period', async () => {
    const { unit, dashboard } = await workplace();
    for (const score of [10, 9, 7])
      await createAnswer(context, {
        ...unit,
        score,
        answeredAt: at('2026-11-10T15:00:00Z'),
        ...(score === 7 ? { comment: 'Bom' } : {}),
      });
    for (const score of [9, 3]) await createAnswer(context, { ...unit, score, answeredAt: at('2026-11-15T15:00:00Z') });
    for (const score of [10, 0])
      await createAnswer(context, { ...unit, score, answeredAt: at('2026-11-02T15:00:00Z') });
    await createAnswer(context, { ...unit, score: 0, answeredAt: at('2026-11-16T15:00:00Z') });

    const { score, distribution, trend, comparison, comments, timezone, updatedAt } = await dashboard(week);

    // (3, 1, 1) is a golden case of areas §5.1.
    expect(score).toEqual({
      value: 40,
      lo: expect.closeTo(-29.7827, 4),
      hi: expect.closeTo(79.7827, 4),
      n: 5,
      sample: 'small',
      groups: { top: 3, middle: 1, bottom: 1 },
      method: 'adjusted-wald',
    });
    expect(distribution).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 1]);
    expect(trend.step).toBe('day');
    expect(trend.points.map((point) => [point.start, point.end, point.score.n, point.score.value])).toEqual([
      ['2026-11-09', '2026-11-09', 0, null],
      ['2026-11-10', '2026-11-10', 3, expect.closeTo(66.6667, 4)],
      ['2026-11-11', '2026-11-11', 0, null],
      ['2026-11-12', '2026-11-12', 0, null],
      ['2026-11-13', '2026-11-13', 0, null],
      ['2026-11-14', '2026-11-14', 0, null],
      ['2026-11-15', '2026-11-15', 2, 0],
    ]);
    expect(comparison).toMatchObject({
      from: '2026-11-02',
      to: '2026-11-08',
      previous: { n: 2, value: 0 },
      change: 40,
      verdict: 'too_few',
    });
    expect(comments).toBe(1);
    expect([timezone, updatedAt]).toEqual(['America/Sao_Paulo', context.clock.now().toISOString()]);
  });

  test('says that a score rose or fell only when the difference passes', async () => {
    const { unit, dashboard } = await workplace();
    const day = (survey: object, date: string, promoters: number, passives: number, detractors: number) =>
      createScoreDay(context, { ...unit, ...survey, day: date, scores: { 9: promoters, 8: passives, 6: detractors } });
    const other = await createPublishedSurvey(context, unit);
    await day({}, '2026-11-02', 150, 220, 130);
    await day({}, '2026-11-09', 200, 200, 100);
    await day({}, '2026-11-16', 150, 220, 130);
    await day(other, '2026-11-02', 40, 30, 30);
    await day(other, '2026-11-09', 50, 30, 20);
    const verdict = async (query: object) => (await dashboard(query)).comparison.verdict;

    expect(await verdict({ ...week, surveyId: unit.surveyId })).toBe('rose');
    expect(await verdict({ from: '2026-11-16', to: '2026-11-22', surveyId: unit.surveyId })).toBe('fell');
    expect(await verdict({ ...week, surveyId: other.surveyId })).toBe('steady');
  });

  test('says nothing of a change unless both periods have 30 answers', async () => {
    const { unit, dashboard } = await workplace();
    const day = (date: string, scores: Record<number, number>) =>
      createScoreDay(context, { ...unit, day: date, scores });
    await day('2026-11-02', { 0: 29 });
    await day('2026-11-09', { 10: 30 });
    await day('2026-11-16', { 0: 29 });
    const verdicts = async () =>
      (await Promise.all([week, { from: '2026-11-16', to: '2026-11-22' }].map((query) => dashboard(query)))).map(
        ({ comparison }) => comparison.verdict,
      );

    expect(await verdicts()).toEqual(['too_few', 'too_few']);
    for (const date of ['2026-11-02', '2026-11-16']) await day(date, { 0: 1 });
    expect(await verdicts()).toEqual(['rose', 'fell']);
  });

  test('pools surveys and channels, and narrows to one of them', async () => {
    const { unit, dashboard } = await workplace();
    const other = await createPublishedSurvey(context, unit);
    await createScoreDay(context, { ...unit, day: '2026-11-09', scores: { 10: 50, 7: 30, 0: 20 } });
    await createScoreDay(context, { ...unit, day: '2026-11-09', scores: { 10: 1 }, channel: 'link' });
    await createScoreDay(context, { ...unit, surveyId: other.surveyId, day: '2026-11-09', scores: { 0: 1 } });
    await createInvitationDay(context, {
      ...unit,
      day: '2026-11-09',
      sent: 240,
      failed: 40,
      responded: 50,
      completed: 30,
    });
    await createInvitationDay(context, {
      ...unit,
      surveyId: other.surveyId,
      day: '2026-11-15',
      sent: 60,
      failed: 10,
      responded: 0,
    });
    await createInvitationDay(context, { ...unit, day: '2026-11-16', sent: 1_000 });

    const all = await dashboard(week);
    expect([all.score.n, all.score.groups.top, all.score.groups.bottom]).toEqual([102, 51, 21]);
    expect(all.responseRate).toEqual({ sent: 300, delivered: 250, responded: 50, value: 0.2 });
    const one = await dashboard({ ...week, surveyId: unit.surveyId, channel: 'email' });
    expect(one.score).toMatchObject({
      n: 100,
      value: 30,
      lo: expect.closeTo(14.0511, 4),
      hi: expect.closeTo(44.2013, 4),
      sample: 'enough',
    });
    expect(one.responseRate).toEqual({ sent: 240, delivered: 200, responded: 50, value: 0.25 });
  });

  test('goes by week and by month over longer periods, every span present', async () => {
    const { unit, dashboard } = await workplace();
    await createScoreDay(context, { ...unit, day: '2026-10-04', scores: { 10: 2 } });
    await createScoreDay(context, { ...unit, day: '2026-10-05', scores: { 0: 1 } });

    const weeks = (await dashboard({ from: '2026-10-01', to: '2026-11-15' })).trend;
    expect([weeks.step, weeks.points.length]).toEqual(['week', 7]);
    expect(weeks.points.slice(0, 3).map(({ start, end, score }) => [start, end, score.n])).toEqual([
      ['2026-10-01', '2026-10-04', 2],
      ['2026-10-05', '2026-10-11', 1],
      ['2026-10-12', '2026-10-18', 0],
    ]);
    const months = (await dashboard({ from: '2025-11-16', to: '2026-11-15' })).trend;
    expect([months.step, months.points.length]).toEqual(['month', 13]);
    expect(months.points.map(({ score }) => score.n).reduce((sum, n) => sum + n)).toBe(3);
  });

  test('goes by week over a month whose days hold too few answers to say anything', async () => {
    const { unit, dashboard } = await workplace();
    for (const day of ['2026-11-02', '2026-11-03', '2026-11-12', '2026-11-18', '2026-11-19'])
      await createScoreDay(context, { ...unit, day, scores: { 0: 3, 10: 6 } });
    const { trend } = await dashboard({ from: '2026-11-01', to: '2026-11-30' });
    expect([trend.step, ...trend.points.map(({ score }) => score.n)]).toEqual(['week', 0, 18, 9, 18, 0, 0]);
  });

  test('counts an answer given at 23:30 in São Paulo on that day, though it is the next day in UTC', async () => {
    const { unit, dashboard } = await workplace();
    const { day } = await createAnswer(context, {
      ...unit,
      score: 10,
      answeredAt: at('2026-11-10T02:30:00Z'),
      comment: 'Tarde da noite',
    });
    expect(day).toBe('2026-11-09');
    expect((await dashboard({ from: '2026-11-09', to: '2026-11-09' })).score.n).toBe(1);
    expect((await dashboard({ from: '2026-11-10', to: '2026-11-10' })).score.n).toBe(0);
  });

  test('of a company without answers has no score, and 0 answers', async () => {
    const { dashboard } = await workplace();
    const { score, comparison, distribution, responseRate, comments, trend } = await dashboard(week);
    expect(score).toEqual({
      value: null,
      lo: null,
      hi: null,
      n: 0,
      sample: 'none',
      groups: { top: 0, middle: 0, bottom: 0 },
      method: null,
    });
    expect(comparison).toMatchObject({ previous: { value: null, n: 0 }, change: null, verdict: 'too_few' });
    expect(distribution).toEqual(Array(11).fill(0));
    expect(responseRate).toEqual({ sent: 0, delivered: 0, responded: 0, value: null });
    expect([comments, trend.points.length]).toEqual([0, 7]);
  });

  test('refuses a period that ends before it begins, is too long, too far away or none, and who is not signed in', async () => {
    const { get } = await workplace();
    for (const path of ['', '/comments']) {
      for (const query of [
        { from: '2026-11-02', to: '2026-11-01' },
        { from: '2020-01-01', to: '2026-01-01' },
        { from: 'yesterday', to: '2026-11-01' },
        { from: '2026-02-30', to: '2026-03-01' },
        { from: '9999-12-31', to: '9999-12-31' },
        { from: '0001-01-01', to: '0001-01-01' },
        {},
      ]) {
        const refused = await get(path, query);
        expect([refused.statusCode, refused.json().code]).toEqual([400, 'INVALID_INPUT']);
      }
      expect((await context.app.inject({ url: `/api/dashboard${path}`, query: week })).statusCode).toBe(401);
    }
  });
});

describe('who sees what', () => {
  test('another company’s and another unit’s answers are never counted', async () => {
    const mine = await workplace();
    const other = await workplace();
    await createAnswer(context, {
      ...other.unit,
      score: 10,
      answeredAt: at('2026-11-10T15:00:00Z'),
      comment: 'Segredo',
    });
    const query = { ...week, surveyId: other.unit.surveyId };
    expect((await mine.dashboard(query)).score.n).toBe(0);
    expect((await mine.get('/comments', query)).json()).toEqual({ data: [] });
    expect((await mine.get('', week, { 'x-empresa-id': other.companyId })).statusCode).toBe(404);
    expect((await mine.get('', week, { 'x-business-id': other.unit.businessUnitId })).statusCode).toBe(404);
    expect((await other.dashboard(query)).score.n).toBe(1);
  });

  test('pdv sees the units assigned and no other', async () => {
    const owner = await workplace();
    const { companyId } = owner;
    const shop = newId<BusinessUnitId>();
    const pdv = await signedIn(context, { companyId, role: 'pdv' });
    await context.database.withCompany(companyId, async (tx) => {
      await tx.insertInto('business_units').values({ company_id: companyId, id: shop, name: 'Loja' }).execute();
      await tx
        .insertInto('user_business_units')
        .values({ company_id: companyId, user_id: pdv.userId, business_unit_id: shop })
        .execute();
    });
    await createAnswer(context, { ...owner.unit, score: 10, answeredAt: at('2026-11-10T15:00:00Z') });
    const { get, dashboard } = reader(pdv.headers);
    expect((await dashboard(week)).score.n).toBe(0);
    expect((await get('', week, { 'x-business-id': owner.unit.businessUnitId })).statusCode).toBe(404);
  });

  test('roles that may not identify people see scores, but none of fewer than five answers and no comment', async () => {
    const owner = await workplace();
    const { companyId, unit } = owner;
    await createScoreDay(context, { ...unit, day: '2026-11-09', scores: { 10: 4 } });
    await createScoreDay(context, { ...unit, day: '2026-11-10', scores: { 0: 5 } });

    for (const role of ['notesonly', 'dashonly', 'agent'] as const) {
      const { get, dashboard } = reader((await signedIn(context, { companyId, role })).headers);
      const { score, trend } = await dashboard(week);
      expect(score).toMatchObject({ n: 9, groups: { top: 4 }, sample: 'small' });
      expect(trend.points.slice(0, 3).map((point) => [point.score.sample, point.score.n, point.score.value])).toEqual([
        // Four answers wait for the five of the next day: shown alone, those would tell the four by a difference.
        ['hidden', 4, null],
        ['hidden', 5, null],
        ['none', 0, null],
      ]);
      const [toFirst, fromSecond] = [
        await dashboard({ from: '2026-11-01', to: '2026-11-09' }),
        await dashboard({ from: '2026-11-10', to: '2026-11-15' }),
      ];
      for (const part of [toFirst, fromSecond]) {
        expect(part.score).toMatchObject({ sample: 'hidden', value: null });
        expect(part.distribution).toEqual(Array(11).fill(0));
      }
      const oneDay = await dashboard({ from: '2026-11-09', to: '2026-11-09' });
      expect(oneDay.distribution).toEqual(Array(11).fill(0));
      expect(oneDay.score).toMatchObject({ sample: 'hidden', groups: { top: 0 } });
      const refused = await get('/comments', week);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await owner.dashboard({ from: '2026-11-09', to: '2026-11-09' })).score).toMatchObject({
      sample: 'small',
      value: 100,
    });
  });

  test('the groups of those who may not identify people begin with the month, whatever period they ask for', async () => {
    const { companyId, unit } = await workplace();
    for (const day of ['02', '10', '11', '12'])
      await createScoreDay(context, { ...unit, day: `2026-11-${day}`, scores: { 10: 3 } });
    const { dashboard } = reader((await signedIn(context, { companyId, role: 'dashonly' })).headers);
    const shown = async (from: string, to: string) => {
      const { score } = await dashboard({ from: `2026-11-${from}`, to: `2026-11-${to}` });
      return [score.n, score.groups.top];
    };
    expect(await shown('11', '12')).toEqual([6, 6]);
    // The 10th belongs to the 2nd, which neither this period nor the one before holds. Were it shown with the 11th, two
    // figures would share the 11th alone, and tell the days apart.
    expect(await shown('10', '11')).toEqual([6, 0]);
  });
});

describe('the last comments', () => {
  test('come newest first, with score, survey and person', async () => {
    const { unit, get } = await workplace();
    const contact = await createContact(context, { ...unit, name: 'Marina Duarte' });
    const first = await createAnswer(context, {
      ...unit,
      score: 3,
      answeredAt: at('2026-11-10T15:00:00Z'),
      comment: '<b>Café frio</b>',
    });
    const second = await createAnswer(context, {
      ...unit,
      score: 10,
      answeredAt: at('2026-11-11T15:00:00Z'),
      comment: 'Equipe atenciosa',
      contactId: contact.id,
    });
    await createAnswer(context, { ...unit, score: 8, answeredAt: at('2026-11-12T15:00:00Z') });
    await createAnswer(context, { ...unit, score: 8, answeredAt: at('2026-11-17T15:00:00Z'), comment: 'Depois' });

    const { data } = (await get('/comments', week)).json();
    expect(data).toEqual([
      {
        _id: second.responseId,
        score: 10,
        metric: 'nps',
        score_group: 'top',
        comment: 'Equipe atenciosa',
        answered_at: '2026-11-11T15:00:00.000Z',
        channel: 'email',
        origin: 'invitation',
        anonymous: false,
        survey: { _id: unit.surveyId, title: unit.title },
        customer: { _id: contact.id, name: 'Marina Duarte' },
      },
      expect.objectContaining({
        _id: first.responseId,
        score_group: 'bottom',
        comment: '<b>Café frio</b>',
        anonymous: true,
        customer: null,
      }),
    ]);
    expect((await get('/comments', { ...week, limit: 1 })).json().data).toHaveLength(1);
    expect((await get('/comments', { ...week, limit: 51 })).statusCode).toBe(400);
  });
});
