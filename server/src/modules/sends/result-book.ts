import type { House } from '#platform/house/house.ts';
import type { ClaimedItem } from './claim-items.ts';
import type { ItemResult } from './item-result.ts';
import { writeResults } from './write-results.ts';
import type { Settled } from './write-results.ts';

const batchMax = 500;
const retryMsMax = 5_000;

/** Keeps the results of messages until they are in the database: a result is never dropped while the process lives. */
export interface ResultBook {
  add(item: ClaimedItem, result: ItemResult): void;
  /** Results that are not written yet: a crash would leave their messages in doubt. */
  readonly size: number;
  /** How long the oldest result has been waiting, in ms; claiming stops when the database cannot keep up. */
  waitingMs(): number;
  /** Waits until everything is written, at most `withinMs`. Answers whether it is. */
  drain(withinMs: number): Promise<boolean>;
}

interface Waiting extends Settled {
  readonly since: number;
}

/** Writes results in batches: what arrives while one is being written forms the next. `onWritten` is called after each. */
export function openResultBook(
  { database, log }: Pick<House, 'database' | 'log'>,
  shard: number,
  onWritten: () => void,
): ResultBook {
  let waiting: Waiting[] = [];
  let unwritten = 0;
  let writing: Promise<void> | undefined;
  let failures = 0;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = nextBatch();
      const [first] = batch;
      if (!first) return;
      const { companyId } = first.item.send;
      try {
        await database.withCompany(companyId, (tx) => writeResults(tx, { companyId, settled: batch, shard }));
        failures = 0;
        unwritten -= batch.length;
        onWritten();
      } catch (error) {
        // The database may come back: the results stay here, and their leases outlive them only as doubts.
        waiting = [...batch, ...waiting];
        failures += 1;
        log.error({ err: error, waiting: waiting.length }, 'results could not be written and are kept');
        await pause(Math.min(retryMsMax, 100 * 2 ** failures));
      }
    }
  }

  /** The oldest results of one company: a transaction works for one. */
  function nextBatch(): Waiting[] {
    const companyId = waiting[0]?.item.send.companyId;
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const each of waiting)
      (batch.length < batchMax && each.item.send.companyId === companyId ? batch : rest).push(each);
    waiting = rest;
    return batch;
  }

  function start(): void {
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (waiting.length > 0) start();
    });
  }

  return {
    get size() {
      return unwritten;
    },
    add(item, result) {
      unwritten += 1;
      waiting.push({ item, result, since: performance.now() });
      start();
    },
    waitingMs: () => (waiting[0] ? performance.now() - waiting[0].since : 0),
    async drain(withinMs) {
      const giveUpAt = performance.now() + withinMs;
      while (writing && performance.now() < giveUpAt)
        await Promise.race([writing, pause(Math.max(1, giveUpAt - performance.now()))]);
      return waiting.length === 0 && !writing;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
