import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { SendId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { createCompany, createContact, signedIn } from '../../../testing/factories.ts';
import { createManyContacts, createPublishedSurvey, createSendRow } from '../../../testing/send-factories.ts';
import { testContext } from '../../../testing/test-context.ts';
import { claimItems } from './claim-items.ts';
import type { ClaimedItem } from './claim-items.ts';
import { resultOf } from './item-result.ts';
import { itemState } from '../item-state.ts';
import { installationAccount } from './open-account.ts';
import { planSend } from './plan-send.ts';
import { findWork, loadContext } from './send-context.ts';
import { writeBatch } from './write-batch.ts';
import { meets } from '../../../testing/meets.ts';

/* Somebody is taken out of the product while a message to them is being planned, waits, or is on its way. */

const context = testContext();

/** A unit with Ana and Bia, a send to everybody that nobody has planned yet, and the hands of a worker. */
async function openSend() {
  const unit = await createCompany(context);
  const { companyId, businessUnitId } = unit;
  const { headers } = await signedIn(context, { companyId });
  const now = new Date();
  const itemsMonth = `${now.toISOString().slice(0, 7)}-01`;
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => context.database.withCompany(companyId, work);
  const ana = await createContact(context, { ...unit, name: 'Ana', email: 'ana@test.example' });
  await createContact(context, { ...unit, name: 'Bia', email: 'bia@test.example' });
  const survey = await createPublishedSurvey(context, unit);
  const { sendId } = await createSendRow(context, {
    ...unit,
    ...survey,
    itemsMonth,
    createdAt: now,
    status: 'planning',
  });
  const account = installationAccount(context.config, 'email');
  const write = (items: readonly ClaimedItem[], settled: Parameters<typeof writeBatch>[1]['settled'] = []) =>
    inTransaction((tx) => writeBatch(tx, { companyId, items, settled, shard: 1, accountKey: account.key, now }));
  return {
    unit,
    ana,
    sendId,
    inTransaction,
    plan: (tx: Transaction) => planSend(tx, { companyId, sendId, now }),
    claim: () =>
      inTransaction(async (tx) => {
        const work = await findWork(tx, { companyId, sendId });
        if (!work) throw new Error('the send is gone');
        const send = await loadContext(tx, context, { companyId, work, account });
        return claimItems(tx, { send, count: 10, now });
      }),
    /** Hands items over. Answers the names of those to whom a message may leave. */
    async leaving(items: readonly ClaimedItem[]) {
      const { allowed } = await write(items);
      return items.filter(({ itemId }) => allowed.has(itemId)).map(({ name }) => name);
    },
    refuse: (item: ClaimedItem, response: string) =>
      write([], [{ item, result: resultOf({ kind: 'rejected', reason: 'rejected_by_server', response }, 0, now)! }]),
    async erase(as: 'anonymized' | 'deleted') {
      const url = `/api/contacts/${ana.id}${as === 'deleted' ? '' : '/anonymisation'}`;
      const method = as === 'deleted' ? 'DELETE' : 'POST';
      const payload = as === 'deleted' ? undefined : { comments: 'remove' };
      const here = { ...headers, 'x-business-id': businessUnitId };
      return (await context.app.inject({ method, url, headers: here, ...(payload && { payload }) })).statusCode;
    },
    progress: async () =>
      (
        await context.app.inject({
          url: `/api/queues/${sendId}`,
          headers: { ...headers, 'x-business-id': businessUnitId },
        })
      ).json(),
    items: () => itemsOf(companyId, sendId),
  };
}

/** What the ledger holds of a send, with the columns that say who somebody is, in the order of states. */
async function itemsOf(companyId: string, sendId: SendId) {
  const { rows } = await context.database.pool.query<{
    state: number;
    reason: string | null;
    address: string | null;
    detail: string | null;
    is_hashed: boolean;
  }>(
    `SELECT state, reason, address, detail, address_hash IS NOT NULL AS is_hashed FROM send_items
     WHERE company_id = $1 AND send_id = $2 ORDER BY state, address`,
    [companyId, sendId],
  );
  return rows;
}

describe.each([
  ['anonymized', 'suppressed'],
  ['deleted', 'address_missing'],
] as const)('a message to somebody who is %s', (as, reason) => {
  const isHashed = as === 'deleted';

  test('[PRIVACY-09] that a worker has taken does not leave, and is counted as skipped', async () => {
    const send = await openSend();
    await send.inTransaction(send.plan);
    const claimed = await send.claim();
    expect(await send.erase(as)).toBe(200);
    expect(await send.leaving(claimed)).toEqual(['Bia']);
    expect(await send.items()).toEqual([
      { state: itemState.handedOver, reason: null, address: 'bia@test.example', detail: null, is_hashed: true },
      { state: itemState.skipped, reason, address: null, detail: null, is_hashed: isHashed },
    ]);
    expect(await send.progress()).toMatchObject({ total: 2, processing: { heldBack: 1 } });
  });

  test('does not leave either when its hand-over is asked for again, and what became of it names nobody', async () => {
    const send = await openSend();
    await send.inTransaction(send.plan);
    const claimed = await send.claim();
    expect((await send.leaving(claimed)).toSorted()).toEqual(['Ana', 'Bia']);
    expect(await send.erase(as)).toBe(200);
    expect(await send.leaving(claimed)).toEqual(['Bia']);
    const toAna = claimed.find(({ name }) => name === 'Ana')!;
    await send.refuse(toAna, '550 <ana@test.example>: unknown');
    expect(await send.items()).toEqual([
      { state: itemState.handedOver, reason: null, address: 'bia@test.example', detail: null, is_hashed: true },
      { state: itemState.rejected, reason: 'rejected_by_server', address: null, detail: null, is_hashed: isHashed },
    ]);
  });

  test.skipIf(!meets)('that is being planned is found by who erases them, and never leaves', async () => {
    const send = await openSend();
    const planned = await holding(send.inTransaction, send.plan);
    expect(planned.result).toBe('planned');
    const erased = send.erase(as);
    await planned.isAwaited();
    await planned.letGo();
    expect(await erased).toBe(200);
    expect((await send.claim()).map(({ name }) => name)).toEqual(['Bia']);
    expect((await send.items()).map(({ state, address }) => [state, address])).toEqual([
      [itemState.claimed, 'bia@test.example'],
      [itemState.skipped, null],
    ]);
  });

  test.skipIf(!meets)('is not planned while they are being erased, and everybody else is', async () => {
    const send = await openSend();
    await createManyContacts(context, send.unit, 600);
    const key = sql`company_id = ${send.unit.companyId} AND id = ${send.ana.id}`;
    // As an erasure does: it holds the contact first.
    const erased = await holding(send.inTransaction, async (tx) => {
      await sql`SELECT FROM contacts WHERE ${key} FOR UPDATE`.execute(tx);
      await (
        as === 'deleted'
          ? sql`DELETE FROM contacts WHERE ${key}`
          : sql`UPDATE contacts SET name = '', email = NULL, anonymized_at = now() WHERE ${key}`
      ).execute(tx);
    });
    const planned = send.inTransaction(send.plan);
    await erased.isAwaited();
    await erased.letGo();
    // A step that lost one of its contacts is full all the same: the audience goes on.
    expect(await planned).toBe('more');
    while ((await send.inTransaction(send.plan)) === 'more');
    const items = await send.items();
    expect(items.filter(({ address }) => address === 'ana@test.example')).toEqual([]);
    expect(items.filter(({ state }) => state === itemState.ready)).toHaveLength(601);
    expect(items.filter(({ state }) => state === itemState.skipped).map((item) => item.reason)).toEqual(
      as === 'deleted' ? [] : ['address_missing'],
    );
  });
});

/** A transaction that has done its work and stays open, until it is let go. */
async function holding<T>(
  inTransaction: <R>(work: (tx: Transaction) => Promise<R>) => Promise<R>,
  work: (tx: Transaction) => Promise<T>,
) {
  const open = Promise.withResolvers<void>();
  const done = Promise.withResolvers<{ result: T; xid: string }>();
  const ended = inTransaction(async (tx) => {
    const result = await work(tx);
    const { rows } = await sql<{ xid: string }>`SELECT pg_current_xact_id()::xid::text AS xid`.execute(tx);
    done.resolve({ result, xid: rows[0]!.xid });
    await open.promise;
  });
  ended.catch(done.reject);
  const { result, xid } = await done.promise;
  return {
    result,
    /** Until another transaction waits for this one. */
    isAwaited: () =>
      vi.waitFor(
        async () => {
          const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND transactionid = $1::xid';
          expect((await context.database.pool.query(waiting, [xid])).rowCount).toBeGreaterThan(0);
        },
        { timeout: 5_000, interval: 10 },
      ),
    letGo: () => {
      open.resolve();
      return ended;
    },
  };
}
