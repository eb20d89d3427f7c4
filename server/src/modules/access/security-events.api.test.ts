import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createCompany, createUser, signedIn, testPassword } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

/** What the process has logged, as it leaves it. */
const lines: string[] = [];
const context = testContext({}, createLog('api', 'info', { write: (line: string) => void lines.push(line) }));
beforeEach(() => {
  lines.length = 0;
});

function events(): Record<string, unknown>[] {
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'security event')
    .map(({ time: _time, name: _name, msg: _msg, pid: _pid, hostname: _host, ...facts }) => facts);
}

async function counted(event: string): Promise<number> {
  const line = new RegExp(`^escuta_security_events_total{event="${event}"} (\\d+)$`, 'm');
  return Number(line.exec(await context.metrics.text())?.[1]);
}

function login(email: string, senha = testPassword, address = '203.0.113.7') {
  return context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha }, remoteAddress: address });
}

const everywhere = { address: '203.0.113.7', reqId: expect.any(String) };
const account = expect.stringMatching(/^[0-9a-f]{32}$/);

describe('one line and one count tell of', () => {
  test('a sign-in', async () => {
    const { email, userId } = await createUser(context);
    const before = await counted('signed_in');
    await login(email);
    expect(events()).toEqual([{ level: 'info', event: 'signed_in', account, userId, ...everywhere }]);
    expect(await counted('signed_in')).toBe(before + 1);
  });

  test('a sign-in that failed, of a known account and of an unknown one', async () => {
    const { email, userId } = await createUser(context);
    const before = await counted('sign_in_failed');
    await login(email, 'wrong');
    await login('nobody-here@test.example', 'wrong');
    const failed = { level: 'warn', event: 'sign_in_failed', reason: 'credentials', account, ...everywhere };
    expect(events()).toEqual([{ ...failed, userId }, failed]);
    expect(await counted('sign_in_failed')).toBe(before + 2);
  });

  test('a sign-in with the right password that was refused', async () => {
    const gone = await createUser(context, { deactivated: true });
    const { companyId } = await createCompany(context, { active: false });
    const closed = await createUser(context, { companyId });
    await login(gone.email);
    await login(closed.email);
    expect(events()).toMatchObject([
      { event: 'sign_in_failed', userId: gone.userId, reason: 'user_deactivated' },
      { event: 'sign_in_failed', userId: closed.userId, reason: 'company_not_active' },
    ]);
  });

  test('a block, by the limit that is reached', async () => {
    const { email } = await createUser(context);
    const before = await counted('sign_in_blocked');
    for (let failure = 0; failure < 5; failure += 1) await login(email, 'wrong', '203.0.113.8');
    lines.length = 0;
    await login(email, testPassword, '203.0.113.8');
    const blocked = { event: 'sign_in_blocked', reason: 'pair', account, address: '203.0.113.8' };
    expect(events()).toEqual([{ level: 'warn', reqId: expect.any(String), ...blocked }]);
    expect(await counted('sign_in_blocked')).toBe(before + 1);
  });

  test('a sign-out', async () => {
    const { headers, userId, companyId } = await signedIn(context);
    lines.length = 0;
    const before = await counted('signed_out');
    await context.app.inject({ method: 'POST', url: '/api/logout', headers, remoteAddress: '203.0.113.7' });
    expect(events()).toEqual([{ level: 'info', event: 'signed_out', userId, companyId, ...everywhere }]);
    expect(await counted('signed_out')).toBe(before + 1);
  });

  test('a forged session', async () => {
    const before = await counted('session_refused');
    const headers = { authorization: 'a token that nobody has' };
    await context.app.inject({ url: '/api/me', headers, remoteAddress: '203.0.113.7' });
    expect(events()).toEqual([{ level: 'warn', event: 'session_refused', reason: 'unknown', ...everywhere }]);
    expect(await counted('session_refused')).toBe(before + 1);
  });

  test('a call that the role does not allow', async () => {
    const { headers, userId, companyId } = await signedIn(context, { role: 'dashonly' });
    lines.length = 0;
    const before = await counted('forbidden');
    const answer = await context.app.inject({ url: '/api/contacts', headers, remoteAddress: '203.0.113.7' });
    expect(answer.statusCode).toBe(403);
    const forbidden = { event: 'forbidden', reason: 'role', route: 'GET /api/contacts', userId, companyId };
    expect(events()).toEqual([{ level: 'warn', ...forbidden, ...everywhere }]);
    expect(await counted('forbidden')).toBe(before + 1);
  });

  test('a call for a company or a unit of others', async () => {
    const { headers, userId, companyId } = await signedIn(context);
    const other = await createCompany(context);
    lines.length = 0;
    await context.app.inject({ url: '/api/me', headers: { ...headers, 'x-empresa-id': other.companyId } });
    await context.app.inject({ url: '/api/me', headers: { ...headers, 'x-business-id': other.businessUnitId } });
    expect(events()).toMatchObject([
      { event: 'forbidden', reason: 'company', userId },
      { event: 'forbidden', reason: 'unit', userId, companyId },
    ]);
  });
});

test('calls that are let through, and calls without a token, are no events', async () => {
  const { headers } = await signedIn(context);
  lines.length = 0;
  await context.app.inject({ url: '/api/me', headers });
  await context.app.inject('/api/me');
  expect(events()).toEqual([]);
});

test('the same account has the same hash, others have another; no line holds an e-mail, a password or a token', async () => {
  const { email } = await createUser(context);
  const answer = await login(email);
  await login(email.toUpperCase(), 'wrong');
  await login('somebody-else@test.example', 'wrong');
  await context.app.inject({ method: 'POST', url: '/api/logout', headers: { authorization: answer.json().token } });
  const [first, second, other] = events().map((facts) => facts['account']);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
  const device = answer.cookies.map(({ value }) => value);
  const secrets = [email, email.split('@')[0], 'test.example', testPassword, 'wrong', answer.json().token, ...device];
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
});
