import { sql } from 'kysely';
import type { ItemId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { runWrites } from '#platform/db/writes.ts';
import type { Finding, Transport } from '../channels/channel.ts';
import { recordEvidence } from '../invited-items.ts';
import type { ItemKey } from '../invited-items.ts';
import { itemState } from '../item-state.ts';
import { addProgress, holdersShard } from '../progress.ts';
import { holdSend } from './finish-send.ts';
import { listUnfinished } from './runnable-sends.ts';
import type { RunnableSend } from './runnable-sends.ts';

const sendsPerCycle = 100;
const itemsPerSend = 50;
/** What a provider has not seen after so long it will not see any more: our request ended long before. */
const absentAfterMs = 60_000;

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'>;
type LookUp = NonNullable<Transport<unknown>['lookUp']>;

/**
 * Asks the provider what became of messages of unknown result, outside of any transaction. What it took or refused becomes
 * evidence, which `settle-unknown.ts` settles by; what it has never seen is sent, with the same id, so that a provider that
 * was only late takes it once.
 */
export async function lookUpUnknown(deps: Deps, accountKey: string, lookUp: LookUp): Promise<void> {
  const { database } = deps;
  for (const send of await listUnfinished(database, { accountKey, limit: sendsPerCycle })) {
    const items = await database.withCompany(send.companyId, (tx) => findUnknown(tx, send));
    const findings = new Map<ItemId, Finding>();
    for (const { itemId } of items) {
      const finding = await lookUp(itemId);
      // A provider that does not answer now is asked again in the next cycle.
      if (finding === null) break;
      findings.set(itemId, finding);
    }
    if (findings.size > 0) await keep(deps, send, items, findings);
  }
}

async function findUnknown(tx: Transaction, { companyId, sendId }: RunnableSend): Promise<ItemKey[]> {
  const { rows } = await sql<ItemKey>`
    SELECT i.id AS "itemId", i.items_month AS "itemsMonth" FROM sends
    JOIN send_items i ON i.company_id = sends.company_id AND i.items_month = sends.items_month AND i.send_id = sends.id
    WHERE sends.company_id = ${companyId} AND sends.id = ${sendId}
      AND i.not_before = 'infinity' AND i.state = ${sql.lit(itemState.unknown)} AND i.reason IS NULL
    ORDER BY i.executed_at, i.id
    LIMIT ${itemsPerSend}
  `.execute(tx);
  return rows;
}

async function keep(
  { database, clock, log }: Deps,
  send: RunnableSend,
  items: readonly ItemKey[],
  findings: ReadonlyMap<ItemId, Finding>,
): Promise<void> {
  const { companyId, sendId } = send;
  const at = clock.now();
  const kinds = { accepted: 'delivery_report', rejected: 'bounce' } as const;
  const evidence = [...findings].flatMap(([itemId, finding]) =>
    finding === 'absent' ? [] : [{ itemId, kind: kinds[finding], at }],
  );
  const absent = items.filter(({ itemId }) => findings.get(itemId) === 'absent');
  await database.withCompany(companyId, async (tx) => {
    await runWrites(tx, [recordEvidence({ companyId, evidence })]);
    // The counters of the holder are written by whoever holds the send; while another does, the next cycle tries.
    if (absent.length > 0 && (await holdSend(tx, { companyId, sendId }))) await sendAbsent(tx, send, absent, at);
  });
  log.info({ sendId, found: evidence.length, absent: absent.length }, 'a provider told of unknown results');
}

async function sendAbsent(
  tx: Transaction,
  { companyId, sendId }: RunnableSend,
  absent: readonly ItemKey[],
  now: Date,
): Promise<void> {
  const seenBy = new Date(now.getTime() - absentAfterMs);
  const { rows } = await sql`
    UPDATE send_items i
    SET state = ${sql.lit(itemState.ready)}, executed_at = NULL, lease_token = NULL, not_before = ${now}
    WHERE i.company_id = ${companyId} AND i.items_month = ${absent[0]?.itemsMonth}::date AND i.send_id = ${sendId}
      AND i.id = ANY(${absent.map(({ itemId }) => itemId)}::uuid[])
      AND i.state = ${sql.lit(itemState.unknown)} AND i.reason IS NULL AND i.executed_at <= ${seenBy}
    RETURNING i.id
  `.execute(tx);
  await addProgress(tx, {
    companyId,
    shard: holdersShard,
    deltas: rows.length > 0 ? [{ sendId, openUnknown: -rows.length }] : [],
  });
}
