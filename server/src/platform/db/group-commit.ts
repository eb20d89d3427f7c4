import { LRUCache } from 'lru-cache';
import { refuse } from '#platform/http/refusal.ts';

/** What became of one item: its own result, or why it was refused while its neighbours were committed. */
export type Outcome<Result> = { readonly value: Result } | { readonly refused: Error };

export interface GroupCommitOptions<Item, Result, Name extends string = string> {
  /**
   * Writes a batch of one group in one transaction and answers one outcome per item, in the order of the items. When it
   * throws, nothing of the batch may be stored.
   */
  readonly write: (group: Name, items: readonly Item[]) => Promise<readonly Outcome<Result>[]>;
  /**
   * How long the first item of a batch waits for company, also when a place is free, in a group whose last batch held
   * several: whoever has just been answered asks again within this time, and a batch of one costs as much as a batch of
   * many. In any other group it goes at once.
   */
  readonly waitMsMax: number;
  readonly batchMax: number;
  /** Batches of one group under way at a time; those of all groups together. */
  readonly inFlightMax: number;
  readonly inFlightTotalMax: number;
  /** Items waiting in all groups; more are refused with TOO_MANY_REQUESTS. */
  readonly queueMax: number;
}

/** Collects what many callers want written, and writes it together. */
export interface GroupCommit<Item, Result, Name extends string = string> {
  /** Settles after the commit of the batch that carried the item: with its result, or with why it was not stored. */
  add(group: Name, item: Item): Promise<Result>;
  /** Waits until everything that was added is settled. */
  drain(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Group<Item, Result> {
  waiting: Waiting<Item, Result>[];
  inFlight: number;
  /** Calls off the waiting that is under way. */
  callOff: (() => void) | undefined;
  /** The wait of the first item is over: its batch goes as soon as a place is free. */
  due: boolean;
}

/** A group that wrote several items together in the last second will likely do so again. */
const busyMs = 1_000;
const busyGroupsMax = 1_000;

/**
 * One transaction for many requests: a commit costs the same for one row and for five hundred. One item that the
 * database refuses does not fail its neighbours: its batch is halved and tried again until the item stands alone.
 */
export function groupCommit<Item, Result, Name extends string = string>(
  options: GroupCommitOptions<Item, Result, Name>,
): GroupCommit<Item, Result, Name> {
  const groups = new Map<Name, Group<Item, Result>>();
  const busy = new LRUCache<string, true>({ max: busyGroupsMax, ttl: busyMs });
  const drained: (() => void)[] = [];
  let queued = 0;
  let inFlightTotal = 0;

  function add(name: Name, item: Item): Promise<Result> {
    if (queued >= options.queueMax) return Promise.reject(refuse('TOO_MANY_REQUESTS', { retryAfter: 1 }));
    let group = groups.get(name);
    if (!group) {
      group = { waiting: [], inFlight: 0, callOff: undefined, due: false };
      groups.set(name, group);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    group.waiting.push({ item, resolve, reject });
    queued += 1;
    schedule(name, group);
    return promise;
  }

  function schedule(name: Name, group: Group<Item, Result>): void {
    if (group.waiting.length >= options.batchMax) group.due = true;
    else if (!group.due && !group.callOff && group.waiting.length > 0) {
      const go = () => {
        group.callOff = undefined;
        group.due = true;
        start(name, group);
      };
      group.callOff = later(go, busy.has(name) ? options.waitMsMax : 0);
    }
    start(name, group);
  }

  function start(name: Name, group: Group<Item, Result>): void {
    if (!group.due || group.inFlight >= options.inFlightMax || inFlightTotal >= options.inFlightTotalMax) return;
    const batch = group.waiting.splice(0, options.batchMax);
    // What a full batch leaves behind came in the same moment, and has waited as long.
    group.due = group.waiting.length > 0;
    group.callOff?.();
    group.callOff = undefined;
    if (batch.length === 0) return;
    if (batch.length > 1) busy.set(name, true);
    queued -= batch.length;
    group.inFlight += 1;
    inFlightTotal += 1;
    void settle(options.write, name, batch).then(() => finish(name, group));
  }

  function finish(name: Name, group: Group<Item, Result>): void {
    group.inFlight -= 1;
    inFlightTotal -= 1;
    if (group.waiting.length === 0 && group.inFlight === 0) groups.delete(name);
    // A group that has just written goes to the end: one busy company does not hold up the others.
    if (groups.delete(name)) groups.set(name, group);
    for (const [other, waiting] of groups) start(other, waiting);
    if (queued === 0 && inFlightTotal === 0) for (const done of drained.splice(0)) done();
  }

  return {
    add,
    drain: () => (queued === 0 && inFlightTotal === 0 ? Promise.resolve() : new Promise((done) => drained.push(done))),
  };
}

/** Runs `work` after `ms`, or, when that is 0, after what has arrived in this turn of the event loop. Answers how to call it off. */
function later(work: () => void, ms: number): () => void {
  if (ms === 0) {
    const soon = setImmediate(work);
    return () => clearImmediate(soon);
  }
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

/** Writes a batch and tells each caller; never throws. */
async function settle<Item, Result, Name extends string>(
  write: GroupCommitOptions<Item, Result, Name>['write'],
  name: Name,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const outcomes = await write(
      name,
      batch.map(({ item }) => item),
    );
    if (outcomes.length !== batch.length) throw new Error('a batch must answer one outcome per item');
    for (const [at, waiting] of batch.entries()) {
      const outcome = outcomes[at] as Outcome<Result>;
      if ('value' in outcome) waiting.resolve(outcome.value);
      else waiting.reject(outcome.refused);
    }
  } catch (error) {
    if (batch.length === 1 || !isAboutRows(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const half = Math.ceil(batch.length / 2);
    await settle(write, name, batch.slice(0, half));
    await settle(write, name, batch.slice(half));
  }
}

/**
 * Whether trying again in smaller batches can help: an error of the database about what was written or about who else
 * wrote (SQLSTATE). Connection errors (08), lack of resources (53), a row that somebody else holds (55) and shutdown (57)
 * would only repeat themselves, and each half would wait again.
 */
function isAboutRows(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|55|57|58|XX)/.test(code);
}
