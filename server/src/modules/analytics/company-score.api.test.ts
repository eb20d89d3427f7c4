import type { Role } from '@escuta/contract/access-policy';
import type { getContactCompanyScore } from '@escuta/contract/analytics';
import type { ContactId } from '@escuta/contract/ids';
import { metrics } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import type { Output } from '@escuta/contract/route';
import { describe, expect, test } from 'vitest';
import { createAnswer } from '../../testing/answer-factories.ts';
import {
  createCompany,
  createContact,
  createContactCompany,
  otherUnitOf,
  signedIn,
  switchAll,
} from '../../testing/factories.ts';
import { createPublishedSurvey } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
const dayMs = 86_400_000;

/** A unit with a company of two people, people who work elsewhere, and somebody who asks. */
async function employed(role: Role = 'own', ticketingRole?: 'agent') {
  const { companyId, businessUnitId } = await createCompany(context);
  await switchAll(context, companyId, true);
  const unit = { companyId, businessUnitId };
  const { headers } = await signedIn(context, { companyId, role, ...(ticketingRole ? { ticketingRole } : {}) });
  const survey = await createPublishedSurvey(context, unit);
  const contact = async () => (await createContact(context, unit)).id;
  const people = [await contact(), await contact()] as const;
  const lua = await createContactCompany(context, { ...unit, name: 'Padaria Lua', of: people });
  const elsewhere = await contact();
  await createContactCompany(context, { ...unit, name: 'Mercado Sol', of: [elsewhere] });
  const answer = (contactId: ContactId, score: number | null, daysAgo = 1, more: object = {}) =>
    createAnswer(context, {
      ...unit,
      ...survey,
      contactId,
      score,
      timezone: 'America/Sao_Paulo',
      answeredAt: new Date(context.clock.now().getTime() - daysAgo * dayMs),
      ...more,
    });
  const ask = async (of: string, asked = headers) => {
    const reply = await context.app.inject({ url: `/api/contact-companies/${lua}/${of}`, headers: asked });
    return { status: reply.statusCode, body: reply.json() };
  };
  /** The score of a metric; undefined where nobody has answered it. */
  const askScore = async (metric: Metric = 'nps') => {
    const { scores } = (await ask('score')).body as Output<(typeof getContactCompanyScore)['definition']['answer']>;
    return scores.find((each) => each.metric === metric)?.score;
  };
  return { unit, headers, people, elsewhere, lua, answer, ask, askScore };
}

describe('the scores of a company that contacts work for', () => {
  test('pool the answers of its people in the last ninety days, and of nobody else', async () => {
    const { people, elsewhere, answer, ask } = await employed();
    const [ana, bia] = people;
    expect((await ask('score')).body.scores).toEqual([]);
    // Pooled: one detractor among four. The mean of the two people would be 50.
    for (const score of [10, 9, 10]) await answer(ana, score);
    await answer(bia, 6, 89);
    await answer(ana, 0, 90);
    await answer(bia, 0, 1, { isTest: true });
    await answer(bia, 0, 1, { excludedReason: 'bot' });
    await answer(bia, null, 1, { comment: 'Sem nota' });
    await answer(ana, 1, 1, { metric: 'csat' });
    await answer(elsewhere, 0);

    const day = (daysAgo: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(
        context.clock.now().getTime() - daysAgo * dayMs,
      );
    const { status, body } = await ask('score');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: day(89),
      to: day(0),
      scores: [
        {
          metric: 'nps',
          score: {
            n: 4,
            value: 50,
            sample: 'small',
            groups: { top: 3, middle: 0, bottom: 1 },
            method: 'adjusted-wald',
          },
        },
        { metric: 'csat', score: { n: 1 } },
      ],
    });
    const { score } = body.scores[0];
    // Rocks 2016: (3.75 − 1.75) / 7 ± 1.96 · √(variance / 7).
    const variance = 5.5 / 7 - (2 / 7) ** 2;
    expect(score.lo).toBeCloseTo(100 * (2 / 7 - 1.959964 * Math.sqrt(variance / 7)), 3);
    expect(score.hi).toBeCloseTo(100 * (2 / 7 + 1.959964 * Math.sqrt(variance / 7)), 3);
  });

  test('are one for each metric that its people answered, in the order of the metrics', async () => {
    const { people, answer, ask, askScore } = await employed();
    for (const score of [5, 4, 1, 4]) await answer(people[0], score, 1, { metric: 'csat' });
    expect((await ask('score')).body.scores).toMatchObject([{ metric: 'csat', score: { n: 4, value: 75 } }]);
    for (const score of [7, 4]) await answer(people[1], score, 1, { metric: 'ces' });
    await answer(people[1], 9);
    expect((await ask('score')).body.scores.map(({ metric }: { metric: Metric }) => metric)).toEqual(metrics);
    expect(await askScore('ces')).toMatchObject({ n: 2, value: 5.5, groups: { top: 1, middle: 1, bottom: 0 } });
  });

  test('go with the contact to another company', async () => {
    const { unit, people, elsewhere, answer, askScore } = await employed();
    await answer(people[0], 10);
    await answer(elsewhere, 0);
    expect(await askScore()).toMatchObject({ n: 1 });
    await createContactCompany(context, { ...unit, name: 'Sai', of: [people[0]] });
    expect(await askScore()).toBeUndefined();
  });

  test('few answers are hidden from who may not read each of them, and shown from five on', async () => {
    const { people, answer, askScore } = await employed('notesonly');
    for (const score of [10, 10, 9, 0]) await answer(people[0], score);
    const nobody = { top: 0, middle: 0, bottom: 0 };
    expect(await askScore()).toMatchObject({ n: 4, value: null, sample: 'hidden', groups: nobody });
    await answer(people[1], 10);
    expect(await askScore()).toMatchObject({ n: 5, value: 60, sample: 'small' });
    // Each metric is judged by its own answers.
    for (const score of [5, 5, 4, 1]) await answer(people[0], score, 1, { metric: 'csat' });
    expect(await askScore('csat')).toMatchObject({ n: 4, value: null, sample: 'hidden', groups: nobody });
  });

  test('are not found from another unit', async () => {
    const { unit, headers, ask } = await employed('own', 'agent');
    const beside = { ...headers, 'x-business-id': await otherUnitOf(context, unit.companyId) };
    for (const of of ['score', 'tickets']) expect((await ask(of, beside)).status).toBe(404);
  });
});

describe('the open tickets of a company that contacts work for', () => {
  test('are as many as the list of tickets shows of its people', async () => {
    const { people, elsewhere, answer, ask } = await employed('own', 'agent');
    expect(await ask('tickets')).toEqual({ status: 200, body: { total: 0 } });
    await answer(people[0], 6);
    await answer(people[1], 0, 200);
    await answer(people[1], 7);
    await answer(people[1], 1, 1, { isTest: true });
    await answer(elsewhere, 0);
    expect(await ask('tickets')).toEqual({ status: 200, body: { total: 2 } });
  });

  test('are for who works on tickets and reads contacts', async () => {
    for (const [role, ticketingRole, status] of [
      ['readonly', 'agent', 200],
      ['own', undefined, 403],
      // There are no companies for whoever reads no contacts.
      ['dashonly', 'agent', 404],
    ] as const) {
      const { ask } = await employed(role, ticketingRole);
      expect([role, (await ask('tickets')).status]).toEqual([role, status]);
    }
  });
});
