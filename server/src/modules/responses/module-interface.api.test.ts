import { expect, test } from 'vitest';
import type { BusinessUnitId, SurveyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { deleteContact } from '../../testing/factories.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { listResponseRows, readScoreDays } from './index.ts';

const context = testContext();

/** Three people of one unit answer on three days in a row. */
async function threeDays() {
  const made = await createInvitations(context, { count: 3 });
  const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
  const started = context.clock.now().getTime();
  for (const [at, { token, responseId }] of made.links.entries()) {
    context.clock.advance(new Date(`${days[at]}T15:00:00Z`).getTime() - context.clock.now().getTime());
    const answers = { score: [10, 7, 0][at], ...(at === 1 ? {} : { why: `Comentário ${at}` }) };
    const reply = await context.app.inject({
      method: 'POST',
      url: `/api/answers/${token}`,
      payload: { responseId, seq: 1, answers },
    });
    expect(reply.statusCode).toBe(200);
  }
  context.clock.advance(started - context.clock.now().getTime());
  return { ...made, from: '2026-11-18', to: '2026-11-20' };
}

test('score days hold the counts of each day, narrowed by days, survey and channel', async () => {
  const made = await threeDays();
  const read = (changes: object = {}) =>
    context.database.withCompany(made.companyId, (tx) =>
      readScoreDays(tx, { ...made, narrowing: null, metric: 'nps', surveyId: undefined, ...changes }),
    );
  const none = { b0: 0, b1: 0, b2: 0, b3: 0, b4: 0, b5: 0, b6: 0, b7: 0, b8: 0, b9: 0, b10: 0 };
  const [first, second, third] = [
    { day: '2026-11-18', n: 1, ...none, b10: 1, comments: 1 },
    { day: '2026-11-19', n: 1, ...none, b7: 1, comments: 0 },
    { day: '2026-11-20', n: 1, ...none, b0: 1, comments: 1 },
  ];
  expect(await read()).toEqual([first, second, third]);
  expect(await read({ from: '2026-11-19', to: '2026-11-19' })).toEqual([second]);
  expect(await read({ surveyId: made.surveyId, channel: 'email' })).toHaveLength(3);
  expect(await read({ surveyId: newId<SurveyId>() })).toEqual([]);
  expect(await read({ channel: 'sms' })).toEqual([]);
  expect(await read({ businessUnitId: newId<BusinessUnitId>() })).toEqual([]);
});

test('comments come newest first with survey and person, and without a person once the contact was deleted', async () => {
  const made = await threeDays();
  const read = (changes: object = {}) =>
    context.database.withCompany(made.companyId, (tx) =>
      listResponseRows(tx, {
        ...made,
        narrowing: null,
        surveyId: undefined,
        comment: 'with',
        sort: 'newest',
        page: 1,
        limit: 10,
        ...changes,
      }),
    );
  const found = await read();
  expect(found).toMatchObject([
    {
      id: made.links[2]?.responseId,
      metric: 'nps',
      score: 0,
      scoreGroup: 'bottom',
      comment: 'Comentário 2',
      answeredAt: new Date('2026-11-20T15:00:00Z'),
      channel: 'email',
      survey: { id: made.surveyId, title: made.title },
      contact: { id: made.links[2]?.contact.id, name: 'Maria da Silva' },
    },
    { score: 10, scoreGroup: 'top', comment: 'Comentário 0' },
  ]);
  expect(await read({ limit: 1 })).toEqual([found[0]]);
  expect(await read({ to: '2026-11-19' })).toEqual([found[1]]);
  expect(await read({ surveyId: newId<SurveyId>() })).toEqual([]);

  await deleteContact(context, { companyId: made.companyId, id: made.links[2]!.contact.id });
  expect((await read())[0]?.contact).toBeNull();
});
