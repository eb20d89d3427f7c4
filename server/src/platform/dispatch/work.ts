import type { CompanyId } from '@escuta/contract/ids';
/*
 * What leaves the product by the thousand (messages, calls of webhooks) is claimed, leased, handed over and recorded in one
 * way. The engine of it knows items and connections, and nothing of what an item holds: that is a `Work`.
 *
 * The rows of a kind of work are its queue. Its statements keep four rules, which no process can keep for them:
 * 1. A claim takes rows that nobody holds (SKIP LOCKED) under a lease token of its own, which ends at a time.
 * 2. `handed over` is committed before the first byte leaves. Only a claimed row whose lease ended is ready again; one that was
 *    handed over has an unknown result, and is never ready by itself.
 * 3. A result is written only under the token that claimed the row: whoever slept too long changes nothing.
 * 4. What forbids an item to leave is looked at in the transaction that hands it over.
 */

/** An item that this process has claimed. */
export interface Claimed {
  readonly itemId: string;
  /** A transaction works for one company. */
  readonly companyId: CompanyId;
  /** What it is a part of: parts of different queues take turns. */
  readonly queueId: string;
}

/** What became of an item, on its way into the database. */
export interface Settled<Item, Result> {
  readonly item: Item;
  readonly result: Result;
}

/** What one transaction is to write for one company. */
export interface Batch<Item, Result> {
  readonly companyId: CompanyId;
  /** Items that are about to leave. */
  readonly items: readonly Item[];
  readonly settled: readonly Settled<Item, Result>[];
}

/** Which of the items may leave now, by their ids, and which results count. */
export interface BatchOutcome<Item, Result> {
  readonly allowed: ReadonlySet<string>;
  readonly counting: readonly Settled<Item, Result>[];
}

/** What one try to deliver an item came to. */
export interface Attempt<Result> {
  /** Null when the database knows already, because the item was withheld. */
  readonly result: Result | null;
  /** False when nobody could be reached, which says nothing about the item; absent when nobody was asked. */
  readonly isReachable?: boolean;
}

/** One kind of work, as the engine asks for it. */
export interface Work<Item extends Claimed, Result> {
  /** Deliveries at a time. */
  readonly connectionsMax: number;
  /** Claims what is due, and gives each claim to `take` as soon as it is committed. Answers how many items it took. */
  claim(take: (items: readonly Item[]) => void): Promise<number>;
  /**
   * Tries to deliver an item, and asks `mayLeave` just before its first byte; where that answers false, nothing leaves.
   * Rejects with what `mayLeave` threw, and with nothing else.
   */
  attempt(item: Item, mayLeave: () => Promise<boolean>): Promise<Attempt<Result>>;
  /** Writes a batch in one transaction of its company. */
  write(batch: Batch<Item, Result>): Promise<BatchOutcome<Item, Result>>;
  /** Told after each transaction which results count. */
  onWritten(settled: readonly Settled<Item, Result>[]): void;
  /** Keeps the claims of a living process that is slower than its leases. */
  renew(items: readonly Item[]): Promise<void>;
  /** Gives back what a stopping process has not handed over. */
  giveBack(items: readonly Item[]): Promise<void>;
}
