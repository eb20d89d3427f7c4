import type { AppContext } from '#platform/app-context/app-context.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { openClaimBuffer } from './claim-buffer.ts';
import type { ClaimBuffer } from './claim-buffer.ts';
import { giveBack, leaseMs, leasesOf, renewLeases } from './claim-items.ts';
import { openDelivery } from './delivery.ts';
import type { Delivery, MailTransport } from './delivery.ts';
import { Ledger } from './ledger.ts';
import { planCycle } from './plan-cycle.ts';
import { chooseShard } from '../progress.ts';
import { listRunnable } from './runnable-sends.ts';
import { openSendCompletion } from './send-completion.ts';
import { openWorkCycle } from './work-cycle.ts';
import type { Settled } from './write-results.ts';

const pollMs = 500;
/** A contact learns of its message at most so much later. */
const endsMs = 1_000;
const sendsPerCycle = 20;
const claimMax = 500;
const claimMin = 20;
/** Below this many buffered items the next claim begins, while these are being sent. */
const bufferLow = 500;
/** The database is behind: nothing more is claimed until the results are written. */
const resultsWaitMsMax = 2_000;
const inFlightGraceMs = 6_000;
const resultsGraceMs = 2_000;

export interface Sender {
  /** Claims no more, lets the messages on their way end, writes their results and gives the rest back. */
  stop(): Promise<void>;
}

type SenderDeps = Pick<AppContext, 'config' | 'database' | 'clock' | 'log' | 'metrics' | 'secrets'>;

/**
 * Sends what the queue asks for: plans audiences, claims items, hands them to the mail server and keeps the ledger.
 * Any number of processes may run one each; the database decides who sends what.
 */
export function startSender(context: SenderDeps, transport: MailTransport): Sender {
  const { database, clock, log, metrics } = context;
  const shard = chooseShard();
  const buffer = openClaimBuffer();
  const ends = openSendCompletion(context, shard);
  const ledger = new Ledger({ context, shard, connectionsMax: transport.connectionsMax, onWritten });
  const workOn = openWorkCycle(context, shard);
  const delivery = openDelivery({
    context,
    transport,
    buffer,
    ledger,
    onTaken: () => buffer.size < bufferLow && claims.wake(),
  });

  function onWritten(settled: readonly Settled[]): void {
    ends.add(settled);
    delivery.dispatch();
    if (ends.isDue() || isIdle()) endings.wake();
  }

  function isIdle(): boolean {
    return buffer.size === 0 && ledger.size === 0 && delivery.isIdle();
  }

  // What is claimed and not handed over may be waiting for a connection or on one.
  const holdings = () => leasesOf([...buffer.items(), ...delivery.items()]);

  async function claimCycle(): Promise<boolean> {
    if (buffer.size >= bufferLow || delivery.isHeldBack() || ledger.waitingMs() > resultsWaitMsMax) return false;
    const sends = await listRunnable(database, { now: clock.now(), limit: sendsPerCycle });
    const count = Math.max(claimMin, Math.floor(claimMax / Math.max(1, sends.length)));
    let claimed = 0;
    for (const send of sends) {
      const items = await workOn(send, count);
      buffer.add(items);
      delivery.dispatch();
      claimed += items.length;
    }
    metrics.count('escuta_send_items_claimed_total', {}, claimed);
    return claimed > 0;
  }

  const completionCycle = () => ends.write(isIdle).then(() => false);

  async function renewCycle(): Promise<boolean> {
    for (const held of holdings())
      await database.withCompany(held.companyId, (tx) => renewLeases(tx, held, clock.now()));
    return false;
  }

  watchHoldings(metrics, { buffer, ledger, delivery });
  const claims = repeat(pollMs, log, claimCycle);
  const plans = repeat(pollMs, log, () => planCycle(context, () => claims.wake()));
  const endings = repeat(endsMs, log, completionCycle);
  const renewals = repeat(leaseMs / 4, log, renewCycle);

  return {
    async stop() {
      const held = Promise.all([claims.stop(), plans.stop(), renewals.stop(), endings.stop()]);
      await delivery.stop(inFlightGraceMs);
      await held;
      const isWritten = await ledger.drain(resultsGraceMs);
      if (!isWritten) log.error({}, 'stopped before every result was written: these messages will be in doubt');
      await ends.write(isIdle);
      for (const leases of holdings()) await database.withCompany(leases.companyId, (tx) => giveBack(tx, leases));
    },
  };
}

function watchHoldings(
  metrics: AppContext['metrics'],
  { buffer, ledger, delivery }: { buffer: ClaimBuffer; ledger: Ledger; delivery: Delivery },
): void {
  metrics.watch('escuta_send_buffered_items', () => buffer.size);
  metrics.watch('escuta_send_unwritten_results', () => ledger.size);
  metrics.watch('escuta_send_held_back', () => Number(delivery.isHeldBack()));
}
