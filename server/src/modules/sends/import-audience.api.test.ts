import { expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { signedIn, unitOf } from '../../testing/factories.ts';
import { meetContacts } from '../../testing/import-steps.ts';
import { createManyContacts, createPublishedSurvey } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { planSend } from './engine/plan-send.ts';

const context = testContext();

test('a send to whom an import met is planned to its end, each of them once and nobody else', async () => {
  const { companyId, headers } = await signedIn(context);
  const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
  await createManyContacts(context, unit, 12_000);
  const everybody = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('contacts').select('id').where('company_id', '=', companyId).orderBy('id').execute(),
  );
  // Every second: a first batch of 500, one of 5,000, and a last one.
  const met = everybody.flatMap(({ id }, at) => (at % 2 === 1 ? [id] : []));
  const importId = newId<ImportId>();
  await meetContacts(context, { companyId, importId }, met);
  const { surveyId } = await createPublishedSurvey(context, unit);
  const payload = { audience: { kind: 'import', importId }, channel: 'email', surveyId };
  const sent = await context.app.inject({ method: 'POST', url: '/api/sends', headers, payload });
  expect(sent.statusCode).toBe(201);
  const sendId = sent.json()._id;
  const inTransaction = context.database.withCompany;
  const send = await inTransaction(companyId, (tx) =>
    tx
      .selectFrom('sends')
      .select('total')
      .where('company_id', '=', companyId)
      .where('id', '=', sendId)
      .executeTakeFirst(),
  );
  expect(send).toEqual({ total: 6_000 });
  const steps = [];
  do steps.push(await inTransaction(companyId, (tx) => planSend(tx, { companyId, sendId, now: context.clock.now() })));
  while (steps.at(-1) === 'more' && steps.length < 9);
  expect(steps).toEqual(['more', 'more', 'planned']);
  const items = await inTransaction(companyId, (tx) =>
    tx
      .selectFrom('send_items')
      .select('contact_id')
      .where('company_id', '=', companyId)
      .where('send_id', '=', sendId)
      .execute(),
  );
  const ids = items.flatMap(({ contact_id: id }) => id ?? []);
  expect(ids.toSorted((one, other) => one.localeCompare(other))).toEqual(met);
});
