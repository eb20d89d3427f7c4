import type { AppContext } from '#platform/app-context/app-context.ts';
import type { ClaimedItem } from './claim-items.ts';
import type { ItemResult } from './item-result.ts';
import type { Settled } from './write-results.ts';
import { writeBatch } from './write-batch.ts';

const resultsMax = 500;
/** A batch costs about the same for two as for twenty: it waits a moment, unless every connection waits for it already. */
const gatherMs = 3;
const retryMsMax = 5_000;

interface Waiting extends Settled {
  readonly since: number;
}

interface Asked {
  readonly item: ClaimedItem;
  readonly answer: (mayLeave: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** What waits to be written for one company: a transaction works for one. */
interface Page {
  readonly results: Waiting[];
  readonly asked: Asked[];
}

interface Deps {
  readonly context: Pick<AppContext, 'database' | 'clock' | 'log'>;
  readonly shard: number;
  /** Messages that may be on their way at a time; as many results may be unwritten when one more is let go. */
  readonly connectionsMax: number;
  /** Told after each transaction which results count. */
  readonly onWritten: (settled: readonly Settled[]) => void;
}

/**
 * Where a worker's messages are written down: that they leave, just before, and what became of them, just after. Writes
 * one transaction after the other per company: the results that have come and the hand-overs that are asked for, in one
 * batch; what comes meanwhile forms the next. So a message waits for at most two transactions, and no message of a crash
 * is in doubt but those on a connection and those whose result was in a batch.
 */
export class Ledger {
  readonly #deps: Deps;
  readonly #pages = new Map<string, Page>();
  readonly #writing = new Map<string, Promise<void>>();
  #unwritten = 0;
  #failures = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Results that are not written yet: a crash would leave their messages in doubt. */
  get size(): number {
    return this.#unwritten;
  }

  /**
   * Asks, just before a message's first byte, whether it may leave: true once the ledger says `handed over`. Rejects when
   * that could not be written: then nothing may leave.
   */
  ask(item: ClaimedItem): Promise<boolean> {
    return new Promise((answer, fail) => {
      this.#pageOf(item).asked.push({ item, answer, fail });
      this.#start(item.send.companyId);
    });
  }

  /** Takes a result, and never drops it while the process lives. */
  add(item: ClaimedItem, result: ItemResult): void {
    this.#unwritten += 1;
    this.#pageOf(item).results.push({ item, result, since: performance.now() });
    this.#start(item.send.companyId);
  }

  /** How long the oldest result has been waiting, in ms; claiming stops when the database cannot keep up. */
  waitingMs(): number {
    const now = performance.now();
    return Math.max(0, ...[...this.#pages.values()].map(({ results }) => now - (results[0]?.since ?? now)));
  }

  /** Waits until every result is written, at most `withinMs`. Answers whether it is. */
  async drain(withinMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + withinMs;
    while (this.#unwritten > 0 && performance.now() < giveUpAt)
      await Promise.race([Promise.all(this.#writing.values()), pause(Math.max(1, giveUpAt - performance.now()))]);
    return this.#unwritten === 0;
  }

  #pageOf({ send: { companyId } }: ClaimedItem): Page {
    const page = this.#pages.get(companyId) ?? { results: [], asked: [] };
    this.#pages.set(companyId, page);
    return page;
  }

  #start(companyId: string): void {
    if (this.#writing.has(companyId)) return;
    const written = this.#writeAll(companyId).finally(() => {
      this.#writing.delete(companyId);
      if (this.#hasWork(this.#pages.get(companyId))) this.#start(companyId);
    });
    this.#writing.set(companyId, written);
  }

  /** Hand-overs wait while too many results are unwritten: together they are the doubts of a crash. */
  #hasWork(page: Page | undefined): page is Page {
    if (!page) return false;
    return page.results.length > 0 || (page.asked.length > 0 && this.#unwritten <= this.#deps.connectionsMax);
  }

  async #writeAll(companyId: string): Promise<void> {
    for (let page = this.#pages.get(companyId); this.#hasWork(page); page = this.#pages.get(companyId)) {
      if (page.asked.length < this.#deps.connectionsMax) await pause(gatherMs);
      await this.#writeBatch(companyId, page);
    }
    const left = this.#pages.get(companyId);
    if (left?.asked.length === 0 && left.results.length === 0) this.#pages.delete(companyId);
  }

  async #writeBatch(companyId: string, page: Page): Promise<void> {
    const { context, shard, connectionsMax, onWritten } = this.#deps;
    const settled = page.results.splice(0, resultsMax);
    const asked = this.#unwritten - settled.length <= connectionsMax ? page.asked.splice(0) : [];
    const items = asked.map(({ item }) => item);
    try {
      const { allowed, counting } = await context.database.withCompany(companyId, (tx) =>
        writeBatch(tx, { companyId, items, settled, shard, now: context.clock.now() }),
      );
      this.#failures = 0;
      this.#unwritten -= settled.length;
      for (const { item, answer } of asked) answer(allowed.has(item.itemId));
      if (settled.length > 0) onWritten(counting);
      for (const [other, { asked: others }] of this.#pages) if (others.length > 0) this.#start(other);
    } catch (error) {
      for (const { fail } of asked) fail(error);
      page.results.unshift(...settled);
      if (settled.length > 0) await this.#rest(error);
    }
  }

  /** The database may come back: results stay here, and their leases outlive them only as doubts. */
  async #rest(error: unknown): Promise<void> {
    this.#failures += 1;
    const waiting = this.#unwritten;
    this.#deps.context.log.error({ err: error, waiting }, 'results could not be written and are kept');
    await pause(Math.min(retryMsMax, 100 * 2 ** this.#failures));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
