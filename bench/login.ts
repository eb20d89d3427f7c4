import { setTimeout as sleep } from 'node:timers/promises';
import { createUser, testPassword } from '../server/src/testing/factories.ts';
import { startChild } from './kit/child.ts';
import type { Child } from './kit/child.ts';
import { openInstallation } from './kit/installation.ts';
import { progress, report } from './kit/report.ts';
import { median, percentile, rounded } from './kit/statistics.ts';

// Signing in over HTTP on the server of production, by many people at once, with argon2id as it is kept. Its peer checks the
// same kind of hash and does nothing else, as many at once. Meanwhile somebody else asks for a file of the app: `otherP99Ms`
// is how long that takes beside the burst; it needs one of the threads that hashes need.

const rounds = 5;
const people = 32;
const signInsPerPerson = 8;
const signIns = people * signInsPerPerson;
const otherEveryMs = 25;

interface Run {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly otherP99Ms: number;
  readonly loopDelayP99Ms: number;
  readonly peerPerSecond: number;
}

const installation = await openInstallation();
const { database } = installation;
const server = startChild('login/server.ts', {
  ...installation.environment,
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  // All of them sign in from this machine.
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
});
const peer = startChild('login/peer.ts', {});
try {
  await peer.next();
  const { url } = await server.next<{ url: string }>();
  const emails = await createPeople();
  await signInAll(url, emails);
  const runs: Run[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const run = await measure(url, emails);
    progress(`round ${round}: ${JSON.stringify(run)}`);
    runs.push(run);
  }
  const of = (figure: keyof Run) => median(runs.map((run) => run[figure]));
  const ratio = rounded(median(runs.map((run) => run.perSecond / run.peerPerSecond)));
  const loopDelayP99Ms = rounded(of('loopDelayP99Ms'), 1);
  const otherP99Ms = rounded(of('otherP99Ms'), 1);
  report(
    'login',
    {
      ratio,
      perSecond: rounded(of('perSecond'), 1),
      peerPerSecond: rounded(of('peerPerSecond'), 1),
      p99Ms: Math.round(of('p99Ms')),
      loopDelayP99Ms,
      otherP99Ms,
      people,
      signIns,
      rounds,
    },
    [
      { field: 'ratio', value: ratio, atLeast: 0.6 },
      { field: 'loopDelayP99Ms', value: loopDelayP99Ms, atMost: 50 },
      { field: 'otherP99Ms', value: otherP99Ms, atMost: 150 },
    ],
  );
} finally {
  await peer.stop();
  await server.stop();
  await installation.close();
}

async function createPeople(): Promise<string[]> {
  const emails: string[] = [];
  for (let made = 0; made < people; made += 1) {
    const { email } = await createUser({ database } as Parameters<typeof createUser>[0], {});
    emails.push(email);
  }
  return emails;
}

async function measure(url: string, emails: readonly string[]): Promise<Run> {
  await answerOf<object>(server, {});
  const burst = new AbortController();
  const others = askOthers(url, burst.signal);
  const began = performance.now();
  const times = await signInAll(url, emails);
  const seconds = (performance.now() - began) / 1_000;
  burst.abort();
  const { loopDelayP99Ms } = await answerOf<{ loopDelayP99Ms: number }>(server, {});
  const { perSecond: peerPerSecond } = await answerOf<{ perSecond: number }>(peer, { checks: signIns });
  return {
    perSecond: signIns / seconds,
    p99Ms: percentile(times, 0.99),
    otherP99Ms: percentile(await others, 0.99),
    loopDelayP99Ms,
    peerPerSecond,
  };
}

function answerOf<Answer>(child: Child, message: object): Promise<Answer> {
  const answer = child.next<Answer>();
  child.send(message);
  return answer;
}

/** Everybody signs in as often as each does, one after the other. Gives the milliseconds of each sign-in. */
async function signInAll(url: string, emails: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    emails.map(async (email) => {
      for (let done = 0; done < signInsPerPerson; done += 1) {
        const began = performance.now();
        const answer = await fetch(`${url}/api/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, senha: testPassword }),
        });
        const { result } = (await answer.json()) as { result?: number };
        if (result !== 1) throw new Error(`sign-in answered ${answer.status}, result ${result}`);
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}

/** Asks for a file of the app now and again. Gives the milliseconds of each answer. */
async function askOthers(url: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    const answer = await fetch(`${url}/mark.svg`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`a file answered ${answer.status}`);
    times.push(performance.now() - began);
    await sleep(otherEveryMs);
  }
  return times;
}
