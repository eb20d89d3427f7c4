import type { House } from '#platform/house/house.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { openClaimBuffer } from './claim-buffer.ts';
import type { ClaimBuffer } from './claim-buffer.ts';
import { giveBack, leaseMs, renewLeases } from './claim-items.ts';
import { openDelivery } from './delivery.ts';
import type { Delivery, MailTransport } from './delivery.ts';
import { openHandOverDesk } from './hand-over-desk.ts';
import { planSend } from './plan-send.ts';
import { chooseShard } from './progress.ts';
import { openResultBook } from './result-book.ts';
import type { ResultBook } from './result-book.ts';
import { endTurn, listRunnable } from './runnable-sends.ts';
import { openWorkTurn } from './work-turn.ts';

const pollMs = 500;
const sendsPerTurn = 20;
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

type SenderHouse = Pick<House, 'config' | 'database' | 'clock' | 'log' | 'metrics' | 'secrets'>;

/**
 * Sends what the queue asks for: plans audiences, claims items, hands them to the mail server and keeps the ledger.
 * Any number of processes may run one each; the database decides who sends what.
 */
export function startSender(house: SenderHouse, transport: MailTransport): Sender {
  const { database, clock, log, metrics } = house;
  const shard = chooseShard();
  const buffer = openClaimBuffer();
  const book = openResultBook(house, shard, () => delivery.dispatch());
  const desk = openHandOverDesk(house, shard);
  const workOn = openWorkTurn(house, shard);
  const delivery = openDelivery({
    house,
    transport,
    buffer,
    desk,
    book,
    onTaken: () => buffer.size < bufferLow && claims.wake(),
  });

  async function claimTurn(): Promise<boolean> {
    if (buffer.size >= bufferLow || delivery.isHeldBack() || book.waitingMs() > resultsWaitMsMax) return false;
    const sends = await listRunnable(database, { now: clock.now(), limit: sendsPerTurn });
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

  async function planTurn(): Promise<boolean> {
    let hasMore = false;
    for (const { companyId, sendId } of await listRunnable(database, { now: clock.now(), limit: sendsPerTurn })) {
      const now = clock.now();
      const step = await database.withCompany(companyId, async (tx) => {
        const planned = await planSend(tx, { companyId, sendId, now });
        if (planned !== 'idle') await endTurn(tx, { companyId, sendId, now, hadWork: true });
        return planned;
      });
      if (step !== 'idle') claims.wake();
      hasMore ||= step === 'more';
    }
    return hasMore;
  }

  async function renewTurn(): Promise<boolean> {
    for (const held of buffer.leases())
      await database.withCompany(held.companyId, (tx) => renewLeases(tx, held, clock.now()));
    return false;
  }

  watchHoldings(metrics, { buffer, book, delivery });
  const claims = repeat(pollMs, log, claimTurn);
  const plans = repeat(pollMs, log, planTurn);
  const renewals = repeat(leaseMs / 4, log, renewTurn);

  return {
    async stop() {
      const held = Promise.all([claims.stop(), plans.stop(), renewals.stop()]);
      await delivery.stop(inFlightGraceMs);
      await held;
      const isWritten = await book.drain(resultsGraceMs);
      if (!isWritten) log.error({}, 'stopped before every result was written: these messages will be in doubt');
      for (const leases of buffer.clear()) await database.withCompany(leases.companyId, (tx) => giveBack(tx, leases));
    },
  };
}

function watchHoldings(
  metrics: House['metrics'],
  { buffer, book, delivery }: { buffer: ClaimBuffer; book: ResultBook; delivery: Delivery },
): void {
  metrics.watch('escuta_send_buffered_items', () => buffer.size);
  metrics.watch('escuta_send_unwritten_results', () => book.size);
  metrics.watch('escuta_send_held_back', () => Number(delivery.isHeldBack()));
}
