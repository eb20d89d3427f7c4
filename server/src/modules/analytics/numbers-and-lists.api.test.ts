import type { Dashboard } from '@escuta/contract/analytics';
import { metrics, scoreGroups, scoresOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { channels } from '@escuta/contract/primitives';
import { responseOrigins, responsesBehind } from '@escuta/contract/response-filter';
import type { ResponseFilter, ResponseNumber } from '@escuta/contract/response-filter';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnswer } from '../../testing/answer-factories.ts';
import { createCompany, signedIn } from '../../testing/factories.ts';
import { createPublishedSurvey, testDefinition } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

/** A survey that measures the metric. */
function measuring(metric: Metric): SurveyDefinition {
  const [score, ...others] = testDefinition.questions;
  return {
    ...testDefinition,
    questions: [{ ...score, type: metric } as (typeof testDefinition.questions)[number], ...others],
  };
}

const firstDay = Date.parse('2026-11-01T00:00:00Z');
const hours = fc.integer({ min: 0, max: 20 * 24 });
const day = hours.map((hour) => new Date(firstDay + hour * 3_600_000).toISOString().slice(0, 10));

const answer = fc.record({
  unit: fc.nat(),
  survey: fc.nat(),
  score: fc.option(fc.nat(), { freq: 8 }),
  comment: fc.option(fc.constantFrom('Bom', 'Ruim'), { nil: undefined }),
  hour: hours,
  channel: fc.constantFrom(...channels.slice(0, 2), 'link' as const),
  origin: fc.constantFrom(...responseOrigins),
  fate: fc.constantFrom('counts', 'counts', 'counts', 'counts', 'test', 'excluded'),
});

/** Answers of two companies with two units each, of every metric, as chance has it. */
async function generated() {
  const companies = [await createCompany(context), await createCompany(context, { timezone: 'Pacific/Kiritimati' })];
  const surveys = [];
  for (const { companyId, businessUnitId, otherUnitId } of companies)
    for (const unit of [businessUnitId, otherUnitId])
      for (const metric of [...metrics, metrics[0]])
        surveys.push({
          unit,
          metric,
          companyId,
          businessUnitId: unit,
          timezone: companyId === companies[0]?.companyId ? 'America/Sao_Paulo' : 'Pacific/Kiritimati',
          ...(await createPublishedSurvey(context, { companyId, businessUnitId: unit, definition: measuring(metric) })),
        });
  for (const made of fc.sample(answer, { numRuns: 400, seed: 20_261_122 })) {
    const survey = surveys[made.survey % surveys.length]!;
    const scores = scoresOf(survey.metric);
    await createAnswer(context, {
      ...survey,
      score: made.score === null ? null : scores[made.score % scores.length]!,
      answeredAt: new Date(firstDay + made.hour * 3_600_000),
      comment: made.comment,
      channel: made.channel,
      origin: made.origin,
      isTest: made.fate === 'test',
      ...(made.fate === 'excluded' ? { excludedReason: 'bot' } : {}),
    });
  }
  const units = [];
  for (const { companyId, businessUnitId, otherUnitId } of companies) {
    const { headers } = await signedIn(context, { companyId });
    for (const unit of [businessUnitId, otherUnitId])
      units.push({
        headers: { ...headers, 'x-business-id': unit },
        surveyIds: surveys.filter((survey) => survey.unit === unit).map(({ surveyId }) => surveyId),
      });
  }
  return units;
}

type Unit = Awaited<ReturnType<typeof generated>>[number];

async function get<T>({ headers }: Unit, path: string, query: object): Promise<T> {
  const sent = Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([k, v]) => [k, `${v}`]),
  );
  const reply = await context.app.inject({ url: `/api${path}`, query: sent, headers });
  expect([path, sent, reply.statusCode]).toEqual([path, sent, 200]);
  return reply.json();
}

/** How many rows the list holds, page by page to its end, beside the total that it says. */
async function lengthOf(unit: Unit, filter: ResponseFilter): Promise<{ rows: number; total: number }> {
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { data, total } = await get<{ data: { _id: string }[]; total: number }>(unit, '/responses', {
      ...filter,
      page,
      limit: 7,
    });
    for (const { _id } of data) seen.add(_id);
    if (data.length === 0) return { rows: seen.size, total };
  }
}

test(
  '[DASH-22] every number of the dashboard is the length of its list, whatever the filter',
  { timeout: 120_000 },
  async () => {
    const units = await generated();
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          unit: fc.nat({ max: units.length - 1 }),
          days: fc.tuple(day, day),
          survey: fc.option(fc.nat(), { nil: undefined, freq: 1 }),
          metric: fc.option(fc.constantFrom(...metrics), { nil: undefined }),
          channel: fc.option(fc.constantFrom(...channels.slice(0, 2), 'link' as const), { nil: undefined, freq: 1 }),
          pick: fc.nat(),
        }),
        async (asked) => {
          const unit = units[asked.unit]!;
          const [from, to] = asked.days.toSorted();
          const surveyId =
            asked.survey === undefined ? undefined : unit.surveyIds[asked.survey % unit.surveyIds.length];
          const shown = { from: from!, to: to!, surveyId, channel: asked.channel };
          const dashboard = await get<Dashboard>(unit, '/dashboard', { ...shown, metric: asked.metric });
          const { metric, score, distribution, trend, comments } = dashboard;
          const scores = scoresOf(metric);
          const at = asked.pick % scores.length;
          const point = trend.points[asked.pick % trend.points.length]!;
          const numbers: [number, ResponseNumber][] = [
            [score.n, { of: 'scores' }],
            [comments, { of: 'comments' }],
            ...scoreGroups.map((group): [number, ResponseNumber] => [score.groups[group], { of: 'group', group }]),
            [distribution[at] ?? 0, { of: 'score', score: scores[at]! }],
            [point.score.n, { of: 'days', from: point.start, to: point.end }],
          ];
          for (const [number, of] of numbers) {
            const length = await lengthOf(unit, responsesBehind({ ...shown, metric }, of));
            expect({ of, ...length }).toEqual({ of, rows: number, total: number });
            seen += number;
          }
        },
      ),
      { numRuns: 25, seed: 20_261_122 },
    );
    // The numbers that agreed were not all zeros.
    expect(seen).toBeGreaterThan(100);
  },
);
