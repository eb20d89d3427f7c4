import pg from 'pg';
import { callAlone } from './call-alone.ts';

/** A call of whatever company that may be made twice. */
export interface LaneCall {
  /** How long it may wait for rows that another transaction holds, in ms. */
  readonly lockMsMax: number;
  /** What begins its transaction, with such a limit. */
  readonly begin: (lockMsMax: number) => string;
  readonly statement: string;
}

interface Waiting {
  readonly call: LaneCall;
  readonly isAlone: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** How many calls go together. */
const callsMax = 16;
/** What is longer goes alone, so that no answer waits behind a batch of hundreds. */
const lettersMax = 16 * 1024;
/** How long a call waits for a row while others wait behind it, in ms. */
const sharedLockMsMax = 100;

/**
 * Makes calls over a few connections. Those that find every connection busy go together in the next message, because a
 * message costs both ends about as much as the call in it. Each is still a transaction of its own, and holds nothing while
 * another works.
 *
 * Where one of several fails, all of the message are made again, each alone: what failed fails for itself, and a row that
 * somebody holds keeps only those from going on who want it.
 */
export function openCallLanes(pool: pg.Pool, lanesMax: number): (call: LaneCall) => Promise<unknown> {
  const waiting: Waiting[] = [];
  let busy = 0;
  let isPlanned = false;

  function go(): void {
    isPlanned = false;
    while (busy < lanesMax && waiting.length > 0) {
      const calls = take(waiting, lanesMax - busy);
      busy += 1;
      void settle(pool, calls).then(finish);
    }
  }

  function finish(again: readonly Waiting[]): void {
    busy -= 1;
    waiting.unshift(...again);
    go();
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, isAlone: call.statement.length > lettersMax, resolve, reject });
      if (isPlanned || busy >= lanesMax) return;
      isPlanned = true;
      // After what else has come in this turn of the event loop.
      setImmediate(go);
    });
}

/** The calls of the next message: a share of those that wait, for as many lanes as are free. */
function take(waiting: Waiting[], lanesFree: number): Waiting[] {
  const share = Math.min(callsMax, Math.ceil(waiting.length / lanesFree));
  const firstAlone = waiting.findIndex(({ isAlone }) => isAlone);
  return waiting.splice(0, firstAlone < 0 ? share : Math.max(1, Math.min(share, firstAlone)));
}

/** Makes the calls of a message and tells each caller; answers those to be made again. Never throws. */
async function settle(pool: pg.Pool, calls: readonly Waiting[]): Promise<readonly Waiting[]> {
  const isShared = calls.length > 1;
  const made = calls.map(({ call: { begin, statement, lockMsMax } }) => ({
    begin: begin(isShared ? Math.min(sharedLockMsMax, lockMsMax) : lockMsMax),
    statement,
  }));
  try {
    const results = await callAlone(pool, made);
    for (const [at, { resolve }] of calls.entries()) resolve(results[at]);
    return [];
  } catch (error) {
    if (isShared && error instanceof pg.DatabaseError) return calls.map((each) => ({ ...each, isAlone: true }));
    for (const { reject } of calls) reject(error);
    return [];
  }
}
