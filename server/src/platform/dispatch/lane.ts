import { repeat } from '#platform/jobs/repeat.ts';
import type { Logger } from '#platform/log/log.ts';
import { openClaimBuffer } from './claim-buffer.ts';
import { openDispatcher } from './dispatcher.ts';
import { Ledger } from './ledger.ts';
import type { Claimed, Work } from './work.ts';

const pollMs = 500;
/** Below this many buffered items the next claim begins, while these are being delivered. */
const bufferLow = 500;
/** The database is behind: nothing more is claimed until the results are written. */
const resultsWaitMsMax = 2_000;
const inFlightGraceMs = 6_000;
const resultsGraceMs = 2_000;

/** One way out of this process, from the claim to the result: claims ahead, delivers, records. */
export interface Lane {
  /** There may be work now. */
  wake(): void;
  /** Whether nothing is claimed, on its way or unwritten. */
  isIdle(): boolean;
  readonly buffered: number;
  readonly unwritten: number;
  isHeldBack(): boolean;
  /** Claims no more, lets what is on its way end, writes the results, then waits for `onWritten` and gives the rest back. */
  stop(onWritten: () => Promise<void>): Promise<void>;
}

/** Opens the lane of a kind of work whose leases last `leaseMs`. It claims at once. */
export function openLane<Item extends Claimed, Result>(
  work: Work<Item, Result>,
  { log, leaseMs }: { log: Logger; leaseMs: number },
): Lane {
  const buffer = openClaimBuffer<Item>();
  const ledger = new Ledger<Item, Result>(
    {
      connectionsMax: work.connectionsMax,
      write: (batch) => work.write(batch),
      onWritten(settled) {
        work.onWritten(settled);
        dispatcher.dispatch();
      },
    },
    log,
  );
  const dispatcher = openDispatcher({
    work,
    log,
    buffer,
    ledger,
    onTaken: () => buffer.size < bufferLow && claims.wake(),
  });

  // What is claimed and not handed over may be waiting for a connection or on one.
  const holdings = () => [...buffer.items(), ...dispatcher.items()];

  async function claimCycle(): Promise<boolean> {
    if (buffer.size >= bufferLow || dispatcher.isHeldBack() || ledger.waitingMs() > resultsWaitMsMax) return false;
    const claimed = await work.claim((items) => {
      buffer.add(items);
      dispatcher.dispatch();
    });
    return claimed > 0;
  }

  const claims = repeat(pollMs, log, claimCycle);
  const renewals = repeat(leaseMs / 4, log, () => work.renew(holdings()).then(() => false));

  return {
    wake: () => claims.wake(),
    isIdle: () => buffer.size === 0 && ledger.size === 0 && dispatcher.isIdle(),
    get buffered() {
      return buffer.size;
    },
    get unwritten() {
      return ledger.size;
    },
    isHeldBack: () => dispatcher.isHeldBack(),
    async stop(onWritten) {
      const held = Promise.all([claims.stop(), renewals.stop()]);
      await dispatcher.stop(inFlightGraceMs);
      await held;
      const isWritten = await ledger.drain(resultsGraceMs);
      if (!isWritten) log.error({}, 'stopped before every result was written: these results will be unknown');
      await onWritten();
      await work.giveBack(holdings());
    },
  };
}
