import type { Dashboard } from '@escuta/contract/analytics';
import { definitionOf, groupOf, scoresOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import type { SurveyDraft, SurveyTemplate } from '@escuta/contract/surveys';
import { describe, expect, test } from 'vitest';
import { createAnswer, createScoreDay } from '../../testing/answer-factories.ts';
import { signedIn, unitOf } from '../../testing/factories.ts';
import { answersLeft, createSentInvitations } from '../../testing/response-factories.ts';
import { createPublishedSurvey, csatDefinition } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

async function workplace() {
  const user = await signedIn(context);
  const unit = { companyId: user.companyId, businessUnitId: await unitOf(context, user.companyId) };
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const answer = await context.app.inject({
      method,
      url: `/api${path}`,
      headers: user.headers,
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const dashboard = async (query = ''): Promise<Dashboard> =>
    (await call('GET', `/dashboard?from=2026-11-01&to=2026-11-30${query}`)).body;
  return { ...user, unit, call, dashboard };
}

/** What each metric is, from its template to its figure: `answers` are given, `value` and `interval` come of them. */
const stories: readonly {
  metric: Metric;
  template: SurveyTemplate;
  answers: readonly number[];
  value: number;
  interval: readonly [number, number];
  method: Dashboard['score']['method'];
}[] = [
  {
    metric: 'nps',
    template: 'nps-purchase',
    answers: [10, 9, 9, 8, 3],
    value: 40,
    interval: [-29.7827, 79.7827],
    method: 'adjusted-wald',
  },
  {
    metric: 'csat',
    template: 'csat-service',
    answers: [5, 5, 5, 5, 4, 4, 4, 5, 3, 1],
    value: 80,
    interval: [49.0162, 94.3318],
    method: 'wilson',
  },
  {
    metric: 'ces',
    template: 'ces-service',
    answers: [7, 6, 7, 5, 3, 7, 6, 6, 2, 7],
    value: 5.6,
    interval: [4.2, 6.4],
    method: 'bca',
  },
];

describe.each(stories)('$metric', ({ metric, template, answers, value, interval, method }) => {
  async function publishedSurvey() {
    const place = await workplace();
    const created = (await place.call('POST', '/surveys', { template, title: 'Pesquisa' })).body as SurveyDraft;
    const surveyId = created.survey._id;
    const published = await place.call('POST', `/surveys/${surveyId}/versions`, { revision: created.revision });
    expect([created.survey.metric, published.status, published.body.metric]).toEqual([metric, 201, metric]);
    const { current_version_id: versionId } = await context.database.withCompany(place.companyId, (tx) =>
      tx
        .selectFrom('surveys')
        .select('current_version_id')
        .where('company_id', '=', place.companyId)
        .where('id', '=', surveyId)
        .executeTakeFirstOrThrow(),
    );
    const survey = { ...place.unit, surveyId, versionId: versionId! };
    return {
      ...place,
      draft: created,
      ...(await createSentInvitations(context, { ...survey, count: answers.length })),
    };
  }

  test('goes from its template to its figure on the dashboard', async () => {
    const { links, companyId, call, dashboard } = await publishedSurvey();
    for (const [at, score] of answers.entries()) {
      const { token, responseId } = links[at]!;
      const text = at === 0 ? { why: 'Tudo certo' } : {};
      const steps = { responseId, seq: 1, answers: { score, ...text }, complete: true };
      expect((await call('POST', `/answers/${token}`, steps)).status).toBe(200);
    }
    const { responses, answers: kept } = await answersLeft(context, companyId);
    expect(responses.map((row) => `${row.metric} ${row.score} ${row.score_group}`).toSorted(byText)).toEqual(
      answers.map((score) => `${metric} ${score} ${groupOf(metric, score)}`).toSorted(byText),
    );
    expect(kept.filter(({ question_key: key }) => key === 'why')).toMatchObject([{ number: null, text: 'Tudo certo' }]);

    const { score, distribution, metrics, comments, responseRate, ...read } = await dashboard();
    expect([read.metric, metrics]).toEqual([metric, [metric]]);
    expect(score).toMatchObject({ value, n: answers.length, sample: 'small', method });
    expect([score.lo, score.hi]).toEqual(interval.map((end) => expect.closeTo(end, 4)));
    expect(distribution).toEqual(scoresOf(metric).map((each) => answers.filter((given) => given === each).length));
    expect([comments, responseRate.responded]).toEqual([1, answers.length]);
    const { data } = (await call('GET', '/dashboard/comments?from=2026-11-01&to=2026-11-30')).body;
    expect(data).toMatchObject([{ metric, score: answers[0], score_group: groupOf(metric, answers[0]!) }]);
  });

  test('takes the scores of its scale and no other, by call, by form and by link', async () => {
    const { token, responseId, companyId, call } = await publishedSurvey();
    const { min, max } = definitionOf(metric).scores;
    const off = [min - 1, max + 1].filter((score) => score >= 0);
    for (const score of off) {
      const refused = await call('POST', `/answers/${token}`, { responseId, seq: 1, answers: { score } });
      expect([400, 422]).toContain(refused.status);
      const page = (await context.app.inject({ url: `/r/${token}?n=${score}` })).body;
      expect(page).not.toContain('checked=""');
    }
    expect((await answersLeft(context, companyId)).responses).toEqual([]);
    for (const score of [min, max]) {
      const page = (await context.app.inject({ url: `/r/${token}?n=${score}` })).body;
      expect(page).toMatch(new RegExp(`name="n.score" checked="" value="${score}"|value="${score}" checked=""`));
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ r: responseId, s: '1', q: 'score', 'n.score': String(max) }).toString();
    const form = await context.app.inject({ method: 'POST', url: `/r/${token}`, headers, payload });
    expect(form.statusCode).toBe(303);
    const next = (await context.app.inject({ url: `/r/${token}` })).body;
    expect(next).toContain('<textarea');
    expect((await answersLeft(context, companyId)).responses).toMatchObject([
      { metric, score: max, score_group: 'top' },
    ]);
  });

  test('stays what the survey measures: a draft with another one is refused', async () => {
    const { draft, call } = await publishedSurvey();
    const other = metric === 'nps' ? 'csat' : 'nps';
    const questions = draft.definition.questions.map((each) =>
      each.key === 'score' ? { ...each, type: other } : each,
    );
    const form = { title: 'Outra', definition: { ...draft.definition, questions }, revision: draft.revision };
    const refused = await call('PUT', `/surveys/${draft.survey._id}/draft`, form);
    expect([refused.status, refused.body.params]).toEqual([
      400,
      { fields: [{ path: 'definition/questions', rule: 'metric_changed' }] },
    ]);
  });
});

describe('a unit whose surveys measure several things', () => {
  test('[FILTER-13] reads one metric at a time, never two in one sum', async () => {
    const { unit, dashboard } = await workplace();
    const recommended = await createPublishedSurvey(context, unit);
    const satisfied = await createPublishedSurvey(context, { ...unit, definition: csatDefinition });
    const day = '2026-11-09';
    await createScoreDay(context, { ...unit, ...recommended, day, scores: { 5: 20, 10: 30 } });
    await createScoreDay(context, { ...unit, ...satisfied, metric: 'csat', day, scores: { 5: 40, 1: 10 } });
    const read = async (query: string) => {
      const { metric, metrics, score, distribution } = await dashboard(query);
      return { metric, metrics, n: score.n, value: score.value, counts: distribution.filter((count) => count > 0) };
    };

    const nps = { metric: 'nps', metrics: ['nps', 'csat'], n: 50, value: 20, counts: [20, 30] };
    const csat = { ...nps, metric: 'csat', value: 80, counts: [10, 40] };
    expect(await read('&metric=nps')).toEqual(nps);
    expect(await read('&metric=csat')).toEqual(csat);
    // Nothing was counted on the surveys yet: the first metric is as good as any.
    expect(await read('')).toEqual(nps);
    await context.database.withCompany(unit.companyId, (tx) =>
      tx
        .updateTable('surveys')
        .set({ responses: 50 })
        .where('company_id', '=', unit.companyId)
        .where('id', '=', satisfied.surveyId)
        .execute(),
    );
    expect(await read('')).toEqual(csat);
    expect(await read(`&surveyId=${recommended.surveyId}`)).toEqual({ ...nps, metrics: ['nps'] });
    expect(await read(`&surveyId=${recommended.surveyId}&metric=csat`)).toMatchObject({ metric: 'csat', n: 0 });
  });

  test('shows the comments of the metric whose numbers it shows', async () => {
    const { unit, call } = await workplace();
    const recommended = await createPublishedSurvey(context, unit);
    const satisfied = await createPublishedSurvey(context, { ...unit, definition: csatDefinition });
    const answeredAt = new Date('2026-11-09T15:00:00Z');
    await createAnswer(context, { ...unit, ...recommended, score: 10, answeredAt, comment: 'Indico' });
    await createAnswer(context, { ...unit, ...satisfied, metric: 'csat', score: 5, answeredAt, comment: 'Gostei' });
    const read = async (query: string) => {
      const { body } = await call('GET', `/dashboard/comments?from=2026-11-01&to=2026-11-30${query}`);
      return body.data.map(({ comment }: { comment: string }) => comment);
    };
    expect(await read('')).toEqual(['Indico']);
    expect(await read('&metric=csat')).toEqual(['Gostei']);
    expect(await read(`&surveyId=${satisfied.surveyId}`)).toEqual(['Gostei']);
  });

  test('refuses a metric that there is not', async () => {
    const { call } = await workplace();
    const refused = await call('GET', '/dashboard?from=2026-11-01&to=2026-11-30&metric=happiness');
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}
