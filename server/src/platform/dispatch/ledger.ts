import type { CompanyId } from '@escuta/contract/ids';
import type { Logger } from '#platform/log/log.ts';
import type { Claimed, Settled, Work } from './work.ts';

const resultsMax = 500;
/** A batch costs about the same for two as for twenty: it waits a moment, unless every connection waits for it already. */
const gatherMs = 3;
const retryMsMax = 5_000;

interface Waiting<Item, Result> extends Settled<Item, Result> {
  readonly since: number;
}

interface Asked<Item> {
  readonly item: Item;
  readonly answer: (mayLeave: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** What waits to be written for one company: a transaction works for one. */
interface Page<Item, Result> {
  readonly results: Waiting<Item, Result>[];
  readonly asked: Asked<Item>[];
}

/**
 * Where items are written down: that they leave, just before, and what became of them, just after. Writes one transaction
 * after the other per company: the results that have come and the hand-overs that are asked for, in one batch; what comes
 * meanwhile forms the next. So an item waits for at most two transactions, and after a crash no result is unknown but
 * those of items on a connection and those that were in a batch.
 */
export class Ledger<Item extends Claimed, Result> {
  readonly #work: Pick<Work<Item, Result>, 'connectionsMax' | 'write' | 'onWritten'>;
  readonly #log: Logger;
  readonly #pages = new Map<CompanyId, Page<Item, Result>>();
  readonly #writing = new Map<CompanyId, Promise<void>>();
  #unwritten = 0;
  #failures = 0;

  constructor(work: Pick<Work<Item, Result>, 'connectionsMax' | 'write' | 'onWritten'>, log: Logger) {
    this.#work = work;
    this.#log = log;
  }

  /** Results that are not written yet: a crash would leave them unknown. */
  get size(): number {
    return this.#unwritten;
  }

  /**
   * Asks, just before an item's first byte, whether it may leave: true once the database says `handed over`. Rejects when
   * that could not be written: then nothing may leave.
   */
  ask(item: Item): Promise<boolean> {
    return new Promise((answer, fail) => {
      this.#pageOf(item).asked.push({ item, answer, fail });
      this.#start(item.companyId);
    });
  }

  /** Takes a result, and never drops it while the process lives. */
  add(item: Item, result: Result): void {
    this.#unwritten += 1;
    this.#pageOf(item).results.push({ item, result, since: performance.now() });
    this.#start(item.companyId);
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

  #pageOf({ companyId }: Item): Page<Item, Result> {
    const page = this.#pages.get(companyId) ?? { results: [], asked: [] };
    this.#pages.set(companyId, page);
    return page;
  }

  #start(companyId: CompanyId): void {
    if (this.#writing.has(companyId)) return;
    const written = this.#writeAll(companyId).finally(() => {
      this.#writing.delete(companyId);
      if (this.#hasWork(this.#pages.get(companyId))) this.#start(companyId);
    });
    this.#writing.set(companyId, written);
  }

  /** Hand-overs wait while too many results are unwritten: together they are what a crash leaves unknown. */
  #hasWork(page: Page<Item, Result> | undefined): page is Page<Item, Result> {
    if (!page) return false;
    return page.results.length > 0 || (page.asked.length > 0 && this.#unwritten <= this.#work.connectionsMax);
  }

  async #writeAll(companyId: CompanyId): Promise<void> {
    for (let page = this.#pages.get(companyId); this.#hasWork(page); page = this.#pages.get(companyId)) {
      if (page.asked.length < this.#work.connectionsMax) await pause(gatherMs);
      await this.#writeBatch(companyId, page);
    }
    const left = this.#pages.get(companyId);
    if (left?.asked.length === 0 && left.results.length === 0) this.#pages.delete(companyId);
  }

  async #writeBatch(companyId: CompanyId, page: Page<Item, Result>): Promise<void> {
    const { connectionsMax } = this.#work;
    const settled = page.results.splice(0, resultsMax);
    const asked = this.#unwritten - settled.length <= connectionsMax ? page.asked.splice(0) : [];
    const items = asked.map(({ item }) => item);
    try {
      const { allowed, counting } = await this.#work.write({ companyId, items, settled });
      this.#failures = 0;
      this.#unwritten -= settled.length;
      for (const { item, answer } of asked) answer(allowed.has(item.itemId));
      if (settled.length > 0) this.#work.onWritten(counting);
      for (const [other, { asked: others }] of this.#pages) if (others.length > 0) this.#start(other);
    } catch (error) {
      for (const { fail } of asked) fail(error);
      page.results.unshift(...settled);
      if (settled.length > 0) await this.#rest(error);
    }
  }

  /** The database may come back: results stay here, and leases that end meanwhile leave them unknown until they are written. */
  async #rest(error: unknown): Promise<void> {
    this.#failures += 1;
    const waiting = this.#unwritten;
    this.#log.error({ err: error, waiting }, 'results could not be written and are kept');
    await pause(Math.min(retryMsMax, 100 * 2 ** this.#failures));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
