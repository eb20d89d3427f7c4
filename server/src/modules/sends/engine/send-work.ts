import type { ItemReason } from '@escuta/contract/sends';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Attempt, Batch, Work } from '#platform/dispatch/work.ts';
import { AddressNotUsableError } from '../channels/channel.ts';
import { giveBack, leasesOf, renewLeases } from './claim-items.ts';
import type { ClaimedItem } from './claim-items.ts';
import { resultOf, skippedFor, withoutMessage } from './item-result.ts';
import type { ItemResult } from './item-result.ts';
import type { OpenAccount } from './open-account.ts';
import { listRunnable } from './runnable-sends.ts';
import { openWorkCycle } from './work-cycle.ts';
import { writeBatch } from './write-batch.ts';
import type { Settled } from './write-results.ts';

const sendsPerCycle = 20;
const claimMax = 500;
const claimMin = 20;

type SendWorkDeps = Pick<AppContext, 'config' | 'database' | 'clock' | 'log' | 'metrics' | 'secrets'>;

interface SendWorkOptions {
  readonly account: OpenAccount;
  /** In whose rows this process counts. */
  readonly shard: number;
  readonly onWritten: (settled: readonly Settled[]) => void;
}

/** The messages that go out through one account, as work of the dispatch engine. */
export function openSendWork(
  context: SendWorkDeps,
  { account, shard, onWritten }: SendWorkOptions,
): Work<ClaimedItem, ItemResult> {
  const { database, clock, metrics } = context;
  const { key: accountKey, transport } = account;
  const workOn = openWorkCycle(context, { account, shard });

  return {
    connectionsMax: transport.connectionsMax,
    async claim(take) {
      const sends = await listRunnable(database, { accountKey, now: clock.now(), limit: sendsPerCycle });
      const count = Math.max(claimMin, Math.floor(claimMax / Math.max(1, sends.length)));
      let claimed = 0;
      for (const send of sends) {
        const items = await workOn(send, count);
        take(items);
        claimed += items.length;
      }
      metrics.count('escuta_send_items_claimed_total', {}, claimed);
      return claimed;
    },
    attempt: (item, mayLeave) => attempt(context, account, item, mayLeave),
    write: ({ companyId, ...batch }: Batch<ClaimedItem, ItemResult>) =>
      database.withCompany(companyId, (tx) =>
        writeBatch(tx, { companyId, ...batch, shard, accountKey, now: clock.now() }),
      ),
    onWritten,
    async renew(items) {
      for (const held of leasesOf(items))
        await database.withCompany(held.companyId, (tx) => renewLeases(tx, held, clock.now()));
    },
    async giveBack(items) {
      for (const held of leasesOf(items)) await database.withCompany(held.companyId, (tx) => giveBack(tx, held));
    },
  };
}

async function attempt(
  context: Pick<SendWorkDeps, 'clock' | 'log'>,
  { transport }: OpenAccount,
  item: ClaimedItem,
  mayLeave: () => Promise<boolean>,
): Promise<Attempt<ItemResult>> {
  const { address } = item;
  const skipped = (reason: ItemReason) => ({ result: skippedFor(reason, item.attempt, context.clock.now()) });
  if (address === null) return skipped('address_missing');
  if (item.isChildWithoutConsent) return skipped('child_without_consent');
  const rendered = render(context, item, address);
  if ('result' in rendered) return rendered;
  const outcome = await transport.deliver(rendered.message, mayLeave);
  return {
    result: resultOf(outcome, item.attempt, context.clock.now()),
    isReachable: outcome.kind !== 'deferred' || outcome.isReached,
  };
}

/** The message, or why there cannot be one. */
function render(
  { clock, log }: Pick<SendWorkDeps, 'clock' | 'log'>,
  { send, itemId, name, fields, attempt: attempts }: ClaimedItem,
  address: string,
): { readonly message: unknown } | { readonly result: ItemResult } {
  const now = clock.now();
  try {
    return { message: send.messages.render({ itemId, name, address, fields }, now) };
  } catch (error) {
    if (error instanceof AddressNotUsableError) return { result: withoutMessage('address_invalid', attempts, now) };
    log.error({ itemId, err: error }, 'a message could not be made');
    return { result: withoutMessage('message_not_made', attempts, now) };
  }
}
