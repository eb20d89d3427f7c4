import type { Dashboard } from '@escuta/contract/analytics';
import type { BusinessUnitId, ContactCompanyId, ContactId, ImportId, ResponseId, SurveyId } from '@escuta/contract/ids';
import { groupOf, metrics, scoreGroups, scoresOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { channels, languages } from '@escuta/contract/primitives';
import { ResponseFilter, responseOrigins, responsesBehind } from '@escuta/contract/response-filter';
import type { ResponseNumber } from '@escuta/contract/response-filter';
import type { ListedResponse } from '@escuta/contract/response-list';
import type { SurveyLink } from '@escuta/contract/survey-links';
import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { textOf } from '#platform/tabular/table.ts';
import { createAnswer } from '../../testing/answer-factories.ts';
import { createCompany, createContact, createContactCompany, signedIn } from '../../testing/factories.ts';
import { createPublishedSurvey, testDefinition } from '../../testing/send-factories.ts';
import { storedRows } from '../../testing/stored-file.ts';
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

/** The imports that bring those answers whose origin is one. */
const imports = [newId<ImportId>(), newId<ImportId>()] as const;

const answer = fc.record({
  survey: fc.nat(),
  score: fc.option(fc.nat(), { freq: 8 }),
  isCommented: fc.boolean(),
  hour: hours,
  channel: fc.constantFrom(...channels),
  origin: fc.constantFrom(...responseOrigins),
  language: fc.constantFrom(...languages),
  isKnown: fc.boolean(),
  importAt: fc.nat({ max: imports.length - 1 }),
  fate: fc.constantFrom('counts', 'counts', 'counts', 'counts', 'test', 'excluded'),
});

/** An answer that counts, as it was made. */
interface Fact extends Required<Pick<ResponseFilter, 'metric' | 'channel' | 'origin' | 'language'>> {
  readonly unit: BusinessUnitId;
  readonly surveyId: SurveyId;
  /** Whose contact answered, if it is known who did. */
  readonly contactCompanyId: ContactCompanyId | null;
  readonly score: number | null;
  readonly comment: string | undefined;
  readonly day: string;
  readonly importId: ImportId | undefined;
}

/** Who answers, and the company that they work for. */
interface Person {
  readonly contactId: ContactId;
  readonly contactCompanyId: ContactCompanyId;
}

/** Answers of two companies with two units each, of every metric, as chance has it. */
async function generated() {
  const companies = [await createCompany(context), await createCompany(context, { timezone: 'Pacific/Kiritimati' })];
  const surveys = [];
  for (const { companyId, businessUnitId, otherUnitId } of companies)
    for (const unit of [businessUnitId, otherUnitId]) {
      const people: Person[] = [];
      for (const name of ['Padaria Lua', 'Mercado Sol']) {
        const contact = await createContact(context, { companyId, businessUnitId: unit });
        const work = { companyId, businessUnitId: unit, name, of: [contact.id] };
        people.push({ contactId: contact.id, contactCompanyId: await createContactCompany(context, work) });
      }
      for (const metric of [...metrics, metrics[0]])
        surveys.push({
          unit,
          metric,
          companyId,
          people,
          businessUnitId: unit,
          timezone: companyId === companies[0]?.companyId ? 'America/Sao_Paulo' : 'Pacific/Kiritimati',
          ...(await createPublishedSurvey(context, { companyId, businessUnitId: unit, definition: measuring(metric) })),
        });
    }
  const facts: Fact[] = [];
  for (const [at, made] of fc.sample(answer, { numRuns: 400, seed: 20_261_122 }).entries()) {
    const { people, ...survey } = surveys[made.survey % surveys.length]!;
    const person = made.isKnown ? people[at % people.length]! : null;
    const scores = scoresOf(survey.metric);
    const said = {
      score: made.score === null ? null : scores[made.score % scores.length]!,
      // Each its own, so that a row of a file can be told from the others.
      comment: made.isCommented ? `Comment ${at}` : undefined,
      channel: made.channel,
      origin: made.origin,
      language: made.language,
      importId: made.origin === 'import' ? imports[made.importAt] : undefined,
    };
    const { day: answeredOn } = await createAnswer(context, {
      ...survey,
      ...said,
      ...(person ? { contactId: person.contactId } : {}),
      answeredAt: new Date(firstDay + made.hour * 3_600_000),
      isTest: made.fate === 'test',
      ...(made.fate === 'excluded' ? { excludedReason: 'bot' } : {}),
    });
    const isCounted = made.fate === 'counts' && (said.score !== null || said.comment !== undefined);
    if (isCounted)
      facts.push({ ...survey, ...said, day: answeredOn, contactCompanyId: person?.contactCompanyId ?? null });
  }
  const units = [];
  for (const { companyId, businessUnitId, otherUnitId } of companies) {
    const { headers } = await signedIn(context, { companyId });
    for (const unit of [businessUnitId, otherUnitId])
      units.push({
        headers: { ...headers, 'x-business-id': unit },
        surveyIds: surveys.filter((survey) => survey.unit === unit).map(({ surveyId }) => surveyId),
        companyIds: surveys.find((survey) => survey.unit === unit)!.people.map((each) => each.contactCompanyId),
        facts: facts.filter((fact) => fact.unit === unit),
      });
  }
  return units;
}

type Unit = Pick<Awaited<ReturnType<typeof generated>>[number], 'headers'>;

async function ask({ headers }: Unit, path: string, query: object) {
  const sent = Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([k, v]) => [k, `${v}`]),
  );
  const reply = await context.app.inject({ url: `/api${path}`, query: sent, headers });
  expect([path, sent, reply.statusCode]).toEqual([path, sent, 200]);
  return reply;
}

async function get<T>(unit: Unit, path: string, query: object): Promise<T> {
  return (await ask(unit, path, query)).json();
}

/** What a row says, in the list as in the file. */
const saidIn = (score: number | null, comment: string | null) => `${score ?? ''} ${comment ?? ''}`;

/** What the list holds, page by page to its end, beside the total that it says. */
async function walked(unit: Unit, filter: ResponseFilter): Promise<{ said: string[]; total: number }> {
  const seen = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const { data, total } = await get<{ data: ListedResponse[]; total: number }>(unit, '/responses', {
      ...filter,
      page,
      limit: 20,
    });
    for (const { _id, score, comment } of data) seen.set(_id, saidIn(score, comment));
    if (data.length === 0) return { said: [...seen.values()].toSorted(), total };
  }
}

/** What the file holds. */
async function exported(unit: Unit, filter: ResponseFilter): Promise<string[]> {
  const { rawPayload } = await ask(unit, '/responses/export', { ...filter, format: 'xlsx' });
  const [, ...rows] = await storedRows(rawPayload, { format: 'xlsx', sheet: 0 });
  return rows.map(({ cells }) => saidIn(cells[3] === '' ? null : Number(cells[3]), textOf(cells[5] ?? ''))).toSorted();
}

/** How many responses list and file hold, which are the same. */
async function lengthOf(unit: Unit, filter: ResponseFilter): Promise<{ rows: number; total: number }> {
  const { said, total } = await walked(unit, filter);
  expect({ filter, said: await exported(unit, filter) }).toEqual({ filter, said });
  return { rows: said.length, total };
}

test(
  '[DASH-22] every number of the dashboard is the length of its list and of its file, whatever the filter',
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
          channel: fc.option(fc.constantFrom(...channels), { nil: undefined, freq: 1 }),
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

/** Every field of the filter, alone and together with others: one that is new does not compile until it is here. */
type AnyFilter = { readonly [Field in keyof Required<ResponseFilter>]: fc.Arbitrary<ResponseFilter[Field]> };

function filterOf(
  surveyIds: readonly SurveyId[],
  companyIds: readonly ContactCompanyId[],
): fc.Arbitrary<ResponseFilter> {
  const presence = fc.constantFrom('with' as const, 'without' as const);
  const bound = fc.integer({ min: 0, max: 10 });
  const fields: AnyFilter = {
    from: day,
    to: day,
    surveyId: fc.constantFrom(...surveyIds),
    metric: fc.constantFrom(...metrics),
    channel: fc.constantFrom(...channels),
    origin: fc.constantFrom(...responseOrigins),
    language: fc.constantFrom(...languages),
    score: presence,
    group: fc.constantFrom(...scoreGroups),
    scoreMin: bound,
    scoreMax: bound,
    comment: presence,
    contactCompanyId: fc.constantFrom(...companyIds),
    importId: fc.constantFrom(...imports),
  };
  const names = Object.keys(fields) as (keyof AnyFilter)[];
  // Few at a time: of all at once nothing is left.
  const all = fc.record(fields);
  return fc
    .tuple(fc.subarray(names, { maxLength: 3 }), all)
    .map(([chosen, made]): ResponseFilter => Object.fromEntries(chosen.map((name) => [name, made[name]])));
}

/** Whether a filter means an answer, said once more in the plainest way. */
function isMeant(fact: Fact, filter: ResponseFilter): boolean {
  const { score, comment, metric } = fact;
  const meant: { readonly [Field in keyof Required<ResponseFilter>]: (wanted: never) => boolean } = {
    from: (wanted: string) => fact.day >= wanted,
    to: (wanted: string) => fact.day <= wanted,
    surveyId: (wanted) => fact.surveyId === wanted,
    metric: (wanted) => metric === wanted,
    channel: (wanted) => fact.channel === wanted,
    origin: (wanted) => fact.origin === wanted,
    language: (wanted) => fact.language === wanted,
    score: (wanted: string) => (score === null ? 'without' : 'with') === wanted,
    group: (wanted: string) => score !== null && groupOf(metric, score) === wanted,
    scoreMin: (wanted: number) => score !== null && score >= wanted,
    scoreMax: (wanted: number) => score !== null && score <= wanted,
    comment: (wanted: string) => (comment === undefined ? 'without' : 'with') === wanted,
    contactCompanyId: (wanted) => fact.contactCompanyId === wanted,
    importId: (wanted) => fact.importId === wanted,
  };
  return (Object.entries(filter) as [keyof ResponseFilter, never][]).every(([field, wanted]) => meant[field](wanted));
}

test('list and file hold what any filter means, of the unit and nothing else', { timeout: 120_000 }, async () => {
  const units = await generated();
  const somewhere = fc.oneof(
    ...units.map((unit, at) => {
      // One of another unit finds nothing here.
      const foreign = units[(at + 1) % units.length]!;
      const surveyIds = [...unit.surveyIds, foreign.surveyIds[0]!];
      const filter = filterOf(surveyIds, [...unit.companyIds, foreign.companyIds[0]!]);
      return fc.record({ unit: fc.constant(unit), filter });
    }),
  );
  const used = new Set<string>();
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(somewhere, async ({ unit, filter }) => {
      const meant = unit.facts.filter((fact) => isMeant(fact, filter));
      const { said, total } = await walked(unit, filter);
      expect({ filter, said }).toEqual({
        filter,
        said: meant.map(({ score, comment }) => saidIn(score, comment ?? null)).toSorted(),
      });
      expect({ filter, said: await exported(unit, filter), total }).toEqual({ filter, said, total: said.length });
      if (said.length > 0) for (const field of Object.keys(filter)) used.add(field);
      seen += said.length;
    }),
    { numRuns: 80, seed: 20_261_123 },
  );
  // Each field has let something through.
  expect([...used].toSorted()).toEqual(Object.keys(ResponseFilter.shape).toSorted());
  expect(seen).toBeGreaterThan(500);
});

test('the number of responses of a survey is the length of the list that it opens, and of its file', async () => {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  const { headers } = await signedIn(context, { companyId });
  const visit = fc.record({
    survey: fc.nat({ max: 3 }),
    score: fc.option(fc.nat({ max: 10 }), { freq: 4 }),
    isCommented: fc.boolean(),
    fate: fc.constantFrom('counts', 'counts', 'test', 'excluded'),
  });
  const surveys: { unit: Unit; slug: string; surveyId: SurveyId }[] = [];
  for (const unitId of [businessUnitId, businessUnitId, otherUnitId, otherUnitId]) {
    const unit = { headers: { ...headers, 'x-business-id': unitId } };
    const { surveyId } = await createPublishedSurvey(context, { companyId, businessUnitId: unitId });
    const url = `/api/surveys/${surveyId}/link`;
    const link = await context.app.inject({ method: 'PUT', url, headers: unit.headers, payload: { open: true } });
    surveys.push({ unit, surveyId, slug: new URL(link.json<SurveyLink>().url ?? '').pathname.replace('/s/', '') });
  }
  for (const { survey, score, isCommented, fate } of fc.sample(visit, { numRuns: 60, seed: 20_261_124 })) {
    const responseId = newId<ResponseId>();
    const step = async (seq: number, answers: object) => {
      const url = `/api/answers/${surveys[survey]!.slug}`;
      const reply = await context.app.inject({ method: 'POST', url, payload: { responseId, seq, answers } });
      expect(reply.statusCode).toBe(200);
    };
    await step(1, {});
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('responses')
        .set({ is_test: fate === 'test', excluded_reason: fate === 'excluded' ? 'bot' : null })
        .where('company_id', '=', companyId)
        .where('id', '=', responseId)
        .execute(),
    );
    await step(2, { ...(score === null ? {} : { score }), ...(isCommented ? { why: 'Bom' } : {}) });
  }
  const numbers = [];
  for (const { unit, surveyId } of surveys) {
    const { data } = await get<{ data: Survey[] }>(unit, '/surveys', {});
    const number = data.find(({ _id }) => _id === surveyId)?.responses ?? 0;
    const length = await lengthOf(unit, responsesBehind({ surveyId }, { of: 'scores' }));
    expect({ surveyId, ...length }).toEqual({ surveyId, rows: number, total: number });
    numbers.push(number);
  }
  expect(Math.min(...numbers)).toBeGreaterThan(2);
});
