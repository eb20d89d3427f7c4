import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { createCompany, createContact, deleteContact } from '../../../testing/factories.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { claimItems } from './claim-items.ts';
import { itemState } from '../item-state.ts';
import { installationAccount } from './open-account.ts';
import { planSend } from './plan-send.ts';
import { findWork, loadContext } from './send-context.ts';
import { writeBatch } from './write-batch.ts';
import { meets } from '../../../testing/meets.ts';

/* What has changed between the plan of a send and the moment in which a message leaves. */

const dayMs = 86_400_000;

const context = testContext();

/** A company whose send is planned for Ana and Bia, and what it takes to go on from there. */
async function openPlanned({ total = 1 } = {}) {
  const unit = await createCompany(context);
  const { companyId } = unit;
  const survey = await createPublishedSurvey(context, unit);
  const other = await createPublishedSurvey(context, unit);
  const now = new Date();
  const itemsMonth = `${now.toISOString().slice(0, 7)}-01`;
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => context.database.withCompany(companyId, work);

  /** Another send of the unit, which wrote to a contact and is over. */
  async function otherSend(contactId: ContactId, { finishedAt, wrote }: { finishedAt: Date; wrote: Date }) {
    const send = await createSendRow(context, {
      ...unit,
      ...other,
      itemsMonth,
      status: 'done',
      total,
      createdAt: finishedAt,
    });
    await createItemRow(context, { ...unit, ...send, contactId, state: itemState.accepted, executedAt: wrote });
  }
  const ana = await createContact(context, { ...unit, name: 'Ana', email: 'ana@test.example' });
  const bia = await createContact(context, { ...unit, name: 'Bia', email: 'bia@test.example' });
  const gone = await createContact(context, { ...unit, name: 'Caio', email: 'caio@test.example' });
  const longAgo = new Date(now.getTime() - 5 * dayMs);
  await otherSend(gone.id, { finishedAt: longAgo, wrote: longAgo });
  await deleteContact(context, { companyId, id: gone.id });
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
        const account = installationAccount(context.config, 'email');
        const send = await loadContext(tx, context, { companyId, work, account });
        const items = await claimItems(tx, { send, count: 10, now });
        expect(new Set(items.map(({ contactId }) => contactId))).toEqual(new Set([ana.id, bia.id]));
        const { allowed } = await writeBatch(tx, {
          companyId,
          items,
          settled: [],
          shard: 1,
          accountKey: account.key,
          now,
        });
        return items.filter(({ itemId }) => allowed.has(itemId)).map(({ name }) => name);
      }),
  };
}

test('nothing has: everybody is written to', async () => {
  const planned = await openPlanned();
  expect(new Set(await planned.leaving())).toEqual(new Set(['Ana', 'Bia']));
});

// How many items the other sends of the unit have decides how the ledger is asked.
describe.each([1, 1_000_000])('beside a send of %i', (total) => {
  test('a contact got another address, which was written to five days ago', async () => {
    const planned = await openPlanned({ total });
    await planned.readdress('caio@test.example');
    expect(await planned.leaving()).toEqual(['Bia']);
  });

  test('another send wrote to a contact, and ended', async () => {
    const planned = await openPlanned({ total });
    await planned.otherSend(planned.ana.id, {
      finishedAt: new Date(planned.now.getTime() + 1_000),
      wrote: planned.now,
    });
    expect(await planned.leaving()).toEqual(['Bia']);
  });
});

test('another send wrote to a contact, and its clock is nine minutes behind', async () => {
  const planned = await openPlanned();
  const behind = new Date(planned.now.getTime() - 9 * 60_000);
  await planned.otherSend(planned.ana.id, { finishedAt: behind, wrote: behind });
  expect(await planned.leaving()).toEqual(['Bia']);
});

test.skipIf(!meets)('whoever reaches for a mailbox that is taken waits until the other one is through', async () => {
  const { companyId, businessUnitId } = await createCompany(context);
  const [taken, free] = ['71', '72'];
  const take = (mailbox: string | undefined) =>
    context.database.withCompany(companyId, (tx) =>
      sql`SELECT take_mailboxes(${companyId}::uuid, ${businessUnitId}::uuid, ${newId()}::uuid, ${[mailbox]}::bigint[])`.execute(
        tx,
      ),
    );
  const holder = await context.database.pool.connect();
  const ended: string[] = [];
  let second: Promise<unknown> | undefined;
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT take_mailboxes($1, $2, $3, $4)', [companyId, businessUnitId, newId(), [taken]]);
    await take(free);
    second = take(taken).then(() => ended.push('second'));
    await vi.waitFor(async () => {
      const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 71 AND NOT granted";
      expect((await holder.query(waiting)).rows).toHaveLength(1);
    });
    ended.push('first');
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await second;
  expect(ended).toEqual(['first', 'second']);
});
