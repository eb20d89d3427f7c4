import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import pg from 'pg';
import { makeCalls } from './calls.ts';
import type { Call, MadeCalls } from './calls.ts';

/** A call of whatever company. */
export interface LaneCall {
  /** How long it may wait for rows that another transaction holds, and in line for that, in ms. */
  readonly lockMsMax: number;
  /** What begins its transaction, with such a limit. */
  readonly begin: (lockMsMax: number) => string;
  readonly statement: string;
}

interface Waiting extends LaneCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface LanesOptions {
  /** How many connections the calls go over. */
  readonly lanesMax: number;
  /** Whether those of a message may share a flush of the log, which they do not where each server has its own; never when absent. */
  readonly sharesFlush?: () => Promise<boolean>;
}

/** How calls are made: in a message of a lane, and each on a connection of its own. */
interface CallMaker {
  readonly together: (calls: readonly Call[]) => Promise<MadeCalls>;
  readonly alone: (call: Call) => Promise<MadeCalls>;
  /** The line of those that are made alone. */
  readonly inLine: LimitFunction;
}

/** How many calls go together. */
const callsMax = 16;
/** What is longer goes alone, so that no answer waits behind a batch of hundreds. */
const lettersMax = 16 * 1024;
/** How long a call keeps a lane and those behind it waiting for a row, in ms. */
const laneLockMsMax = 100;
/** A lane whose message takes so long counts as busy no longer, in ms: it may be broken, and another takes its place. */
const laneMsMax = 1_000;

/**
 * Makes calls over a few connections. Those that find every connection busy go together in the next message, because a
 * message costs both ends about as much as the call in it. Each is still a transaction of its own, and holds nothing while
 * another works.
 *
 * A call that fails fails for itself: those before it are committed, and those after it go with the next message. One that
 * waits for a row leaves its lane, and waits for as long as it may on a connection of its own.
 */
export function openCallLanes(
  pool: pg.Pool,
  { lanesMax, sharesFlush }: LanesOptions,
): (call: LaneCall) => Promise<unknown> {
  const maker: CallMaker = {
    together: async (calls) => makeCalls(pool, calls, { sharesFlush: await sharesFlush?.() }),
    alone: (call) => makeCalls(pool, [call]),
    // As many at a time as there are lanes: those that wait for rows leave connections to everything else.
    inLine: pLimit(lanesMax),
  };
  const waiting: Waiting[] = [];
  let busy = 0;
  let isPlanned = false;

  function go(): void {
    isPlanned = false;
    while (busy < lanesMax && waiting.length > 0) start(take(waiting, lanesMax - busy));
  }

  function start(calls: readonly Waiting[]): void {
    busy += 1;
    let isBusy = true;
    const leave = () => {
      if (isBusy) busy -= 1;
      isBusy = false;
      go();
    };
    const timer = setTimeout(leave, laneMsMax);
    void settle(maker, calls).then((again) => {
      clearTimeout(timer);
      waiting.unshift(...again);
      leave();
    });
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...call, resolve, reject });
      if (isPlanned || busy >= lanesMax) return;
      isPlanned = true;
      // After what else has come in this turn of the event loop.
      setImmediate(go);
    });
}

/** The calls of the next message: a share of those that wait, for as many lanes as are free. */
function take(waiting: Waiting[], lanesFree: number): Waiting[] {
  const share = Math.min(callsMax, Math.ceil(waiting.length / lanesFree));
  const long = waiting.findIndex(({ statement }) => statement.length > lettersMax);
  return waiting.splice(0, long < 0 ? share : Math.max(1, Math.min(share, long)));
}

/** Makes the calls of a message and tells their callers; answers those that were not made. Never throws. */
async function settle(maker: CallMaker, calls: readonly Waiting[]): Promise<readonly Waiting[]> {
  const made = calls.map((call) => withLimit(call, Math.min(laneLockMsMax, call.lockMsMax)));
  const { results, error, isSound } = await maker.together(made);
  for (const [at, result] of results.entries()) calls[at]?.resolve(result);
  const rest = calls.slice(results.length);
  const [failed, ...behind] = rest;
  if (!failed) return [];
  if (!isSound || !(error instanceof pg.DatabaseError)) {
    for (const { reject } of rest) reject(error);
    return [];
  }
  if (calls.length > 1 && rest.length === calls.length && isOfText(error)) {
    for (const call of rest) void maker.inLine(() => settleAlone(maker, call, call.lockMsMax));
    return [];
  }
  if (isHeldRow(error) && failed.lockMsMax > laneLockMsMax) void settleHeld(maker, failed, error);
  else failed.reject(error);
  return behind;
}

/** Waits for the row on a connection of its own, where one comes free in time; else the call fails as it did. */
async function settleHeld(maker: CallMaker, call: Waiting, error: unknown): Promise<void> {
  const until = performance.now() + call.lockMsMax;
  await maker.inLine(async () => {
    const msLeft = Math.ceil(until - performance.now());
    if (msLeft > 0) await settleAlone(maker, call, msLeft);
    else call.reject(error);
  });
}

async function settleAlone({ alone }: CallMaker, call: Waiting, lockMs: number): Promise<void> {
  const { results, error } = await alone(withLimit(call, lockMs));
  if (results.length > 0) call.resolve(results[0]);
  else call.reject(error);
}

function withLimit({ begin, statement }: LaneCall, lockMs: number) {
  return { begin: begin(lockMs), statement };
}

/** Lock not available (PostgreSQL, appendix A). */
function isHeldRow({ code }: pg.DatabaseError): boolean {
  return code === '55P03';
}

/**
 * Syntax error, a character that is none or that the database's encoding does not have (PostgreSQL, appendix A). The server
 * finds these as it reads the message, before it makes the first call, and does not say in which.
 */
function isOfText({ code }: pg.DatabaseError): boolean {
  return code === '42601' || code === '22021' || code === '22P05';
}
