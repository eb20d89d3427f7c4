import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { CompanyId, SendId } from '@escuta/contract/ids';
import type { QueueEntry, QueueItem, SendChannel } from '@escuta/contract/sends';
import { itemState } from '#modules/sends/index.ts';
import { signedIn, unitOf } from './factories.ts';
import type { SunkMessage } from './mail-sink.ts';
import { createManyContacts, createPublishedSurvey, givePhones } from './send-factories.ts';
import type { TestContext } from './test-context.ts';

/** A send to many contacts of one company, and what a test of its faults asks and does. */
export interface BigSend {
  readonly companyId: CompanyId;
  readonly sendId: SendId;
  readonly addresses: readonly string[];
  entry(): Promise<QueueEntry>;
  items(): Promise<QueueItem[]>;
  /** How many items stand in each state of the ledger. */
  states(): Promise<Map<number, number>>;
  /** How many items stand as handed over under a lease that has not ended. */
  inFlight(): Promise<number>;
  /** The minute that a dead worker's leases last, without waiting for it. */
  letLeasesEnd(): Promise<void>;
  /** The time until the next attempt at deferred messages, without waiting for it. */
  letRetriesCome(): Promise<void>;
  /** The half hour that unknown results wait for evidence, without waiting for it. */
  letEvidenceWaitEnd(): Promise<void>;
}

/** Asks for a survey to be sent to `contacts` contacts over a channel, by the route. No worker has seen it yet. */
export async function createBigSend(
  context: TestContext,
  contacts: number,
  channel: SendChannel = 'email',
): Promise<BigSend> {
  const { companyId, headers } = await signedIn(context);
  const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
  const { surveyId } = await createPublishedSurvey(context, unit);
  const emails = await createManyContacts(context, unit, contacts);
  const addresses = channel === 'email' ? emails : await givePhones(context, unit, contacts);
  const payload = { surveyId, audience: { kind: 'all' }, channel };
  const created = await context.app.inject({ method: 'POST', url: '/api/sends', headers, payload });
  return openBigSend(context, { companyId, sendId: created.json<QueueEntry>()._id, addresses });
}

/** A send that was made before, perhaps by another installation on the same database. */
export async function openBigSend(
  context: TestContext,
  { companyId, sendId, addresses }: Pick<BigSend, 'companyId' | 'sendId' | 'addresses'>,
): Promise<BigSend> {
  const { headers } = await signedIn(context, { companyId });
  const ask = async (url: string) => (await context.app.inject({ url, headers })).json();

  return {
    companyId,
    sendId,
    addresses,
    entry: () => ask(`/api/queues/${sendId}`),
    items: () => ask(`/api/queues/${sendId}/items`),
    states: () =>
      context.database.withCompany(companyId, async (tx) => {
        const { rows } = await sql<{ state: number; count: number }>`
          SELECT state, count(*)::int AS count FROM send_items WHERE company_id = ${companyId} AND send_id = ${sendId} GROUP BY state
        `.execute(tx);
        return new Map(rows.map((row) => [row.state, row.count]));
      }),
    inFlight: () =>
      context.database.withCompany(companyId, async (tx) => {
        const { rows } = await sql<{ count: number }>`
          SELECT count(*)::int AS count FROM send_items
          WHERE company_id = ${companyId} AND send_id = ${sendId} AND state = 2 AND lease_until > now()
        `.execute(tx);
        return rows[0]?.count ?? 0;
      }),
    letLeasesEnd: () =>
      context.database.withCompany(companyId, async (tx) => {
        await sql`
          UPDATE send_items SET lease_until = lease_until - interval '61 seconds'
          WHERE company_id = ${companyId} AND send_id = ${sendId} AND lease_until IS NOT NULL
        `.execute(tx);
      }),
    letRetriesCome: () =>
      context.database.withCompany(companyId, async (tx) => {
        await sql`
          UPDATE send_items SET not_before = now() WHERE company_id = ${companyId} AND send_id = ${sendId} AND state = 5
        `.execute(tx);
      }),
    letEvidenceWaitEnd: () =>
      context.database.withCompany(companyId, async (tx) => {
        await sql`
          UPDATE send_items SET executed_at = executed_at - interval '31 minutes'
          WHERE company_id = ${companyId} AND send_id = ${sendId} AND state = 6 AND reason IS NULL
        `.execute(tx);
      }),
  };
}

/**
 * Waits until every item has its result or is unknown. What a killed or cut off process held meanwhile is let go when all
 * stands still: sooner, a living worker would lose its claims over and over.
 */
export async function untilSettled(send: BigSend): Promise<void> {
  const stillMs = 3_000;
  let before = '';
  let since = performance.now();
  await vi.waitFor(
    async () => {
      const states = await send.states();
      const now = JSON.stringify([...states]);
      if (now !== before) since = performance.now();
      else if (performance.now() - since > stillMs) {
        await send.letLeasesEnd();
        since = performance.now();
      }
      before = now;
      const settled = (states.get(itemState.accepted) ?? 0) + (states.get(itemState.unknown) ?? 0);
      expect(settled).toBe(send.addresses.length);
    },
    { timeout: 90_000, interval: 200 },
  );
}

/** What the mail server saw against what the ledger says. All but `unknown` must be empty; `unknown` has its bound. */
export interface Judgement {
  /** Contacts without an item. */
  readonly missing: string[];
  /** Contacts that got more than one message. */
  readonly twice: string[];
  /** The ledger says that they were reached, and no message came. */
  readonly claimed: string[];
  /** A message came, and the ledger says that none did. */
  readonly denied: string[];
  /** Items without a final answer. */
  readonly open: string[];
  /** Listed in the send's report as of unknown result, sent or not. */
  readonly unknown: string[];
}

/** Judges a send that is over: every message that the sink saw against every item of the send's report. */
export function judge(
  addresses: readonly string[],
  messages: readonly Pick<SunkMessage, 'to'>[],
  items: readonly QueueItem[],
): Judgement {
  const times = new Map<string, number>();
  for (const { to } of messages) times.set(to, (times.get(to) ?? 0) + 1);
  const byAddress = new Map(items.map((item) => [item.address ?? '', item]));
  const where = (is: (item: QueueItem | undefined, seen: number) => boolean) =>
    addresses.filter((address) => is(byAddress.get(address), times.get(address) ?? 0));
  const isUnknown = (item: QueueItem | undefined) =>
    item?.response === 'NOT_EXECUTED' && item.responseReason === 'unknown_result';
  return {
    missing: where((item) => item === undefined),
    twice: where((_, seen) => seen > 1),
    claimed: where((item, seen) => item?.response === 'EXECUTED' && seen === 0),
    denied: where((item, seen) => item?.response === 'NOT_EXECUTED' && !isUnknown(item) && seen > 0),
    open: where((item) => item?.response === null),
    unknown: where(isUnknown),
  };
}
