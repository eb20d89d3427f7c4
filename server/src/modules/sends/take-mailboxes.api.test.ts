import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#platform/db/database.ts';
import { createCompany, createContact } from '../../testing/factories.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from '../../testing/send-factories.ts';
import { openTestContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';
import { claimItems } from './claim-items.ts';
import { itemState } from './item-state.ts';
import { planSend } from './plan-send.ts';
import { findWork, loadContext } from './send-context.ts';
import { writeBatch } from './write-batch.ts';

/* What has changed between the plan of a send and the moment in which a message leaves. */

const dayMs = 86_400_000;

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** A company whose send is planned for Ana and Bia, and what it takes to go on from there. */
async function openPlanned() {
  const unit = await createCompany(context);
  const { companyId } = unit;
  const survey = await createPublishedSurvey(context, unit);
  const other = await createPublishedSurvey(context, unit);
  const now = new Date();
  const itemsMonth = `${now.toISOString().slice(0, 7)}-01`;
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => context.database.withCompany(companyId, work);

  /** Another send of the unit, which wrote to a contact and is over. */
  async function otherSend(contactId: string, { finishedAt, wrote }: { finishedAt: Date; wrote: Date }) {
    const send = await createSendRow(context, {
      ...unit,
      ...other,
      itemsMonth,
      status: 'done',
      createdAt: finishedAt,
    });
    await createItemRow(context, { ...unit, ...send, contactId, state: itemState.accepted, executedAt: wrote });
  }
  const ana = await createContact(context, { ...unit, name: 'Ana', email: 'ana@test.example' });
  const bia = await createContact(context, { ...unit, name: 'Bia', email: 'bia@test.example' });
  const gone = await createContact(context, { ...unit, name: 'Caio', email: 'caio@test.example' });
  const longAgo = new Date(now.getTime() - 5 * dayMs);
  await otherSend(gone.id, { finishedAt: longAgo, wrote: longAgo });
  await inTransaction((tx) =>
    tx.deleteFrom('contacts').where('company_id', '=', companyId).where('id', '=', gone.id).execute(),
  );
  const { sendId } = await createSendRow(context, {
    ...unit,
    ...survey,
    itemsMonth,
    createdAt: now,
    status: 'planning',
  });
  await inTransaction((tx) => planSend(tx, { companyId, sendId, now }));

  return {
    ana,
    now,
    otherSend,
    readdress: (email: string) =>
      inTransaction((tx) =>
        tx
          .updateTable('contacts')
          .set({ email })
          .where('company_id', '=', companyId)
          .where('id', '=', ana.id)
          .execute(),
      ),
    /** Hands all items over. Answers the names of those to whom a message may leave. */
    leaving: () =>
      inTransaction(async (tx) => {
        const work = await findWork(tx, { companyId, sendId });
        if (!work) throw new Error('the send is gone');
        const items = await claimItems(tx, { send: await loadContext(tx, context, companyId, work), count: 10, now });
        expect(new Set(items.map(({ contactId }) => contactId))).toEqual(new Set([ana.id, bia.id]));
        const { allowed } = await writeBatch(tx, { companyId, items, settled: [], shard: 1, now });
        return items.filter(({ itemId }) => allowed.has(itemId)).map(({ name }) => name);
      }),
  };
}

test('nothing has: everybody is written to', async () => {
  const planned = await openPlanned();
  expect(new Set(await planned.leaving())).toEqual(new Set(['Ana', 'Bia']));
});

test('a contact got another address, which was written to five days ago', async () => {
  const planned = await openPlanned();
  await planned.readdress('caio@test.example');
  expect(await planned.leaving()).toEqual(['Bia']);
});

test('another send wrote to a contact, and ended', async () => {
  const planned = await openPlanned();
  await planned.otherSend(planned.ana.id, { finishedAt: new Date(planned.now.getTime() + 1_000), wrote: planned.now });
  expect(await planned.leaving()).toEqual(['Bia']);
});

test('another send wrote to a contact, and its clock is nine minutes behind', async () => {
  const planned = await openPlanned();
  const behind = new Date(planned.now.getTime() - 9 * 60_000);
  await planned.otherSend(planned.ana.id, { finishedAt: behind, wrote: behind });
  expect(await planned.leaving()).toEqual(['Bia']);
});
