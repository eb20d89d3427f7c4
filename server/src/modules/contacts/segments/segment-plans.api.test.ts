import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import type { SegmentCondition } from '@escuta/contract/segment-conditions';
import { itemState } from '#modules/sends/index.ts';
import { createAnswer } from '../../../testing/answer-factories.ts';
import { createContact, signedIn, unitOf } from '../../../testing/factories.ts';
import { joinedTables, recordPlans } from '../../../testing/recorded-plans.ts';
import {
  createItemRow,
  createManyContacts,
  createPublishedSurvey,
  createSendRow,
} from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
let plans: ReturnType<typeof recordPlans>;
beforeAll(() => {
  plans = recordPlans(context.database.pool);
});

/** What these conditions ask. */
const asked = /suppressions|send_items|responses/;
const sent = { kind: 'survey', surveyId: null, days: 365 } as const;

/** The preview of a segment of one condition, the list of it, and the statements of both that ask other rows. */
async function previewAndList(headers: Record<string, string>, condition: SegmentCondition) {
  const definition = { match: 'all', of: [condition] };
  const post = (path: string, payload: object) =>
    context.app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
  const made = await post('/segments', { name: JSON.stringify(condition).slice(0, 80), definition });
  const before = plans().length;
  const preview = await post('/segments/preview', { definition });
  const list = await context.app.inject({ url: `/api/contacts?segment=${made.json()._id}`, headers });
  expect([made.statusCode, preview.statusCode, list.statusCode]).toEqual([201, 200, 200]);
  const asking = plans()
    .slice(before)
    .filter(({ text }) => asked.test(text));
  return { asking, preview: preview.json(), list: list.json() };
}

/** The kinds that look at other rows of the whole unit. None finds the contact: what a page says of its contacts is joined with them. */
test.each<SegmentCondition>([
  { kind: 'consent', channel: 'email', is: 'suppressed' },
  { kind: 'consent', channel: 'sms', is: 'unsubscribed' },
  { ...sent, did: 'sent' },
  { ...sent, did: 'opened' },
  { kind: 'ticket', is: 'open' },
])('[SEGMENT-02] contacts are never joined, one with all, with what a condition asks: %o', async (condition) => {
  const user = await signedIn(context);
  const { companyId, headers } = user;
  await createContact(context, { companyId, businessUnitId: await unitOf(context, companyId) });
  const { asking } = await previewAndList(headers, condition);
  // In the order of the list such a join is a nested loop: of 20,000 contacts and 350 addresses it took 14 s.
  const withContacts = asking.map(({ plan }) => joinedTables(plan)).filter((tables) => tables.includes('contacts'));
  expect(withContacts.length).toBeGreaterThan(1);
  expect(withContacts.flat().filter((table) => asked.test(table))).toEqual([]);
});

describe('of many contacts', () => {
  let headers: Record<string, string>;
  const many = 2_100;
  beforeAll(async () => {
    const user = await signedIn(context);
    ({ headers } = user);
    const { companyId } = user;
    const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
    await createManyContacts(context, unit, many);
    const contacts = await context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('contacts')
        .select(['id', 'email'])
        .where('company_id', '=', companyId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(60)
        .execute(),
    );
    // Each says yes to some of the conditions: every second one, every third, every fourth.
    const every = (step: number) => contacts.filter((_, at) => at % step === 0);
    for (const { email } of every(2)) {
      await context.database.withCompany(companyId, (tx) =>
        sql`INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
          VALUES (${companyId}, ${unit.businessUnitId}, 'email', address_hash(${email}), 'manual')`.execute(tx),
      );
    }
    const survey = await createPublishedSurvey(context, unit);
    const at = context.clock.now();
    const itemsMonth = `${at.toISOString().slice(0, 7)}-01`;
    const row = await createSendRow(context, { ...unit, ...survey, itemsMonth, status: 'done', createdAt: at });
    const send = (contactId: ContactId, index: number) =>
      createItemRow(context, {
        ...unit,
        ...row,
        contactId,
        state: itemState.accepted,
        executedAt: at,
        ...(index % 2 === 0 ? { openedAt: at } : {}),
      });
    for (const [index, { id }] of every(3).entries()) await send(id, index);
    for (const { id } of every(4)) {
      await createAnswer(context, { ...unit, ...survey, contactId: id, score: 1, answeredAt: at });
    }
  });

  test.each<[number, SegmentCondition]>([
    [30, { kind: 'consent', channel: 'email', is: 'suppressed' }],
    [many - 30, { kind: 'consent', channel: 'email', is: 'open' }],
    [20, { ...sent, did: 'sent' }],
    [many - 20, { ...sent, did: 'notSent' }],
    [many - 10, { ...sent, did: 'notOpened' }],
    [15, { kind: 'ticket', is: 'open' }],
    [many - 15, { kind: 'ticket', is: 'none' }],
  ])(
    '[SEGMENT-02] the newest are looked up one by one, and are those of the list: %i of %o',
    async (count, condition) => {
      const { asking, preview, list } = await previewAndList(headers, condition);
      expect(preview.total).toBe(count);
      const ids = ({ data }: { data: { _id: ContactId }[] }) => data.map(({ _id }) => _id);
      expect(ids({ data: preview.sample })).toEqual(ids(list).slice(0, 10));
      // All of them are asked by one reading of what they are asked by, and the newest before that without it.
      const readsWhole = asking.map(({ plan }) => JSON.stringify(plan).includes('hashed SubPlan'));
      expect(readsWhole.slice(0, 2)).toEqual([false, true]);
    },
  );
});
