import type { Logger } from '#platform/log/log.ts';
import { openBreaker } from './breaker.ts';
import type { ClaimBuffer } from './claim-buffer.ts';
import type { Ledger } from './ledger.ts';
import type { Claimed, Work } from './work.ts';

/** A receiver that is away is another's, and is asked rarely; the database is ours, and back within seconds. */
const receiverPauseMsMax = 30_000;
const ledgerPauseMsMax = 4_000;

/** Moves items from the buffer through their attempts into the ledger. */
export interface Dispatcher<Item> {
  /** Puts as many buffered items on their way as connections allow. */
  dispatch(): void;
  /** Whether deliveries are held back now. */
  isHeldBack(): boolean;
  /** Whether nothing is on its way. */
  isIdle(): boolean;
  /** What is on its way: from the buffer to its result. */
  items(): Item[];
  /** Begins no more deliveries, and waits at most `withinMs` for those on their way. */
  stop(withinMs: number): Promise<void>;
}

interface Deps<Item extends Claimed, Result> {
  readonly work: Pick<Work<Item, Result>, 'connectionsMax' | 'attempt'>;
  readonly log: Logger;
  readonly buffer: ClaimBuffer<Item>;
  readonly ledger: Ledger<Item, Result>;
  /** Told each time an item left the buffer. */
  readonly onTaken: () => void;
}

/** Opens a dispatcher; nothing is on its way. */
export function openDispatcher<Item extends Claimed, Result>({
  work,
  log,
  buffer,
  ledger,
  onTaken,
}: Deps<Item, Result>): Dispatcher<Item> {
  const receiverBreaker = openBreaker(receiverPauseMsMax, dispatch);
  const ledgerBreaker = openBreaker(ledgerPauseMsMax, dispatch);
  const onTheirWay = new Map<Item, Promise<void>>();
  let isStopped = false;

  function allowed(max: number): number {
    return Math.min(receiverBreaker.allowed(max), ledgerBreaker.allowed(max));
  }

  function dispatch(): void {
    // Behind each item one more, so that its preparations may follow the last byte of the one before.
    const onTheirWayMax = allowed(work.connectionsMax * 2);
    // Items whose result is not written are bounded too: a crash leaves at most twice the connections unknown.
    while (!isStopped && onTheirWay.size < onTheirWayMax && ledger.size <= work.connectionsMax) {
      const item = buffer.next();
      if (!item) return;
      const delivery = deliver(item).finally(() => {
        onTheirWay.delete(item);
        dispatch();
      });
      onTheirWay.set(item, delivery);
      onTaken();
    }
  }

  async function deliver(item: Item): Promise<void> {
    try {
      const { result, isReachable } = await work.attempt(item, async () => {
        const mayLeave = await ledger.ask(item);
        ledgerBreaker.worked();
        return mayLeave;
      });
      if (isReachable === true) receiverBreaker.worked();
      else if (isReachable === false) receiverBreaker.failed();
      if (result) ledger.add(item, result);
    } catch (error) {
      // The ledger could not be written, so nothing left. The item is still ours until its lease ends.
      log.error({ err: error }, 'a hand-over could not be written');
      buffer.putBack(item);
      ledgerBreaker.failed();
    }
  }

  return {
    dispatch,
    isHeldBack: () => allowed(1) === 0,
    isIdle: () => onTheirWay.size === 0,
    items: () => [...onTheirWay.keys()],
    async stop(withinMs) {
      isStopped = true;
      receiverBreaker.stop();
      ledgerBreaker.stop();
      const late = new Promise((resolve) => {
        setTimeout(resolve, withinMs).unref();
      });
      await Promise.race([Promise.allSettled(onTheirWay.values()), late]);
    },
  };
}
