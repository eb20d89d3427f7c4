import { beforeAll, expect, test } from 'vitest';
import type { SegmentCondition } from '@escuta/contract/segment-conditions';
import { createContact, signedIn, unitOf } from '../../../testing/factories.ts';
import { joinedTables, recordPlans } from '../../../testing/recorded-plans.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
let plans: ReturnType<typeof recordPlans>;
beforeAll(() => {
  plans = recordPlans(context.database.pool);
});

/** What these conditions ask. */
const asked = /suppressions|send_items|responses/;
const sent = { kind: 'survey', surveyId: null, days: 365 } as const;

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
  const definition = { match: 'all', of: [condition] };
  const made = await context.app.inject({
    method: 'POST',
    url: '/api/segments',
    headers,
    payload: { name: 'Condição', definition },
  });
  const before = plans().length;
  const preview = await context.app.inject({
    method: 'POST',
    url: '/api/segments/preview',
    headers,
    payload: { definition },
  });
  const list = await context.app.inject({ url: `/api/contacts?segment=${made.json()._id}`, headers });
  expect([preview.statusCode, list.statusCode]).toEqual([200, 200]);
  const asking = plans()
    .slice(before)
    .filter(({ text }) => asked.test(text));
  // In the order of the list such a join is a nested loop: of 20,000 contacts and 350 addresses it took 14 s.
  const withContacts = asking.map(({ plan }) => joinedTables(plan)).filter((tables) => tables.includes('contacts'));
  expect(withContacts.length).toBeGreaterThan(1);
  expect(withContacts.flat().filter((table) => asked.test(table))).toEqual([]);
});
