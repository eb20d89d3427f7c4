import { ask } from '../kit/session.ts';
import type { Session } from '../kit/session.ts';

const dayMs = 86_400_000;

/** What the web asks when somebody opens the dashboard as it comes: the last 30 days of every survey and channel. */
export function defaultCalls(now: Date, days = 30): string[] {
  // The unit's day, which is what the page calls today.
  const dayOf = (at: number) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  const period = `from=${dayOf(now.getTime() - (days - 1) * dayMs)}&to=${dayOf(now.getTime())}`;
  return [`/api/dashboard?${period}`, `/api/dashboard/comments?${period}&limit=8`, '/api/surveys?limit=100'];
}

/**
 * Opens the dashboard `loads` times, by all the sessions at once, each its next when its last has come.
 * @returns the milliseconds of each until the last of its calls was answered whole.
 */
export async function openDashboards(
  url: string,
  { sessions, calls, loads }: { sessions: readonly Session[]; calls: readonly string[]; loads: number },
): Promise<number[]> {
  const times: number[] = [];
  let begun = 0;
  await Promise.all(
    sessions.map(async ({ headers }) => {
      while (begun < loads) {
        begun += 1;
        const began = performance.now();
        await Promise.all(calls.map((path) => ask(url + path, headers)));
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}
