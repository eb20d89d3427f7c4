/** A member of staff who is signed in. */
export interface Session {
  readonly headers: Readonly<Record<string, string>>;
}

const dayMs = 86_400_000;

/** Signs a user in through the real route. */
export async function signIn(
  url: string,
  { email, password, ...unit }: { email: string; password: string; companyId: string; businessUnitId: string },
): Promise<Session> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, senha: password }),
  });
  // In production the browser keeps the token in a cookie.
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  if (!answer.ok || !cookie) throw new Error(`sign-in answered ${answer.status}`);
  return { headers: { cookie, 'x-empresa-id': unit.companyId, 'x-business-id': unit.businessUnitId } };
}

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

async function ask(url: string, headers: Session['headers']): Promise<void> {
  const answer = await fetch(url, { headers });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${body.slice(0, 200)}`);
}
