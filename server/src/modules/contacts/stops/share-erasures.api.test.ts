import { expect, test } from 'vitest';
import { readOutbox } from '#platform/events/outbox.ts';
import { mergeWorkplace } from '../../../testing/merge-steps.ts';
import { testContext } from '../../../testing/test-context.ts';
import { contactsSubscriptions } from '../subscribers.ts';

const context = testContext();

test('[PRIVACY-11] a unit that is made later knows whom the company erased, but for those who were typed in there before', async () => {
  const { call, companyId, headers, create } = await mergeWorkplace(context);
  const ana = { name: 'Ana', email: 'ana@test.example', tel: '+5511987654321' };
  const id = await create(ana);
  // A stop that the company made itself is of the unit alone.
  await call('POST', '/suppressions', { addresses: ['bia@test.example'], channels: ['email'] });
  await call('POST', `/contacts/${id}/anonymisation`, { comments: 'remove' });
  const made = await call('POST', '/businesses', { nome: 'Loja nova' });
  const there = { ...headers, 'x-business-id': made.body._id };
  const typed = await call('POST', '/contacts', { name: 'Ana', email: ana.email, tel: null }, there);
  const facts = await readOutbox(context.database, Number.MAX_SAFE_INTEGER);
  const follow = contactsSubscriptions(context).find(({ event }) => event === 'business-unit.created');
  const told = facts.filter((fact) => fact.companyId === companyId && fact.name === 'business-unit.created');
  // A worker may be killed in between.
  for (const fact of [...told, ...told]) await follow!.run(fact, AbortSignal.timeout(10_000), { isRetry: false });
  const stops = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('stops')
      .select(['channel', 'reason'])
      .where('company_id', '=', companyId)
      .where('business_unit_id', '=', made.body._id)
      .execute(),
  );
  expect(stops).toEqual([{ channel: 'sms', reason: 'erased' }]);
  const contacts = [{ email: ana.email }, { tel: ana.tel }, { email: 'bia@test.example' }];
  const { body } = await call('POST', '/contacts/upserts', { contacts }, there);
  expect(body.results).toMatchObject([
    { outcome: 'unchanged', _id: typed.body._id },
    { outcome: 'rejected', problems: [{ reason: 'person_erased' }] },
    { outcome: 'created' },
  ]);
  const listed = await call('GET', '/suppressions?limit=100', undefined, there);
  expect(listed.body.data).toMatchObject([{ erased: true, channel: 'sms', reason: 'manual' }]);
});
