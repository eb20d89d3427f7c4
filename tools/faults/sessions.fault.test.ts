import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { codeOf, enrolled } from '../../server/src/testing/authenticator.ts';
import { signedIn, testPassword } from '../../server/src/testing/factories.ts';
import { endProcesses, startProcess } from '../../server/src/testing/own-process.ts';
import type { OwnProcess } from '../../server/src/testing/own-process.ts';
import { openTestContext, testSecretKey } from '../../server/src/testing/test-context.ts';
import type { TestContext } from '../../server/src/testing/test-context.ts';
import { openCleanDatabase } from './own-database.ts';

/** Sessions of an api that is killed, that several clients of one session use at once, and whose machine's clock is wrong. */

const waiting = { timeout: 30_000, interval: 20 };
const minute = 60_000;

let context: TestContext;
const closings: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const database = await openCleanDatabase();
  closings.push(database.stop);
  context = await openTestContext({ databaseUrl: database.url });
  closings.push(context.close);
});
afterAll(async () => {
  await endProcesses();
  for (const close of closings.reverse()) await close();
});
beforeEach(() => change(sql`DELETE FROM sessions`));

/** An api in a process of its own; the clock of its machine is `offMs` ahead. */
function startApi(offMs = 0): Promise<OwnProcess> {
  const program = `const Now = Date; globalThis.Date = class Date extends Now {
    constructor(...given) { if (given.length > 0) super(...given); else super(Now.now() + ${offMs}); }
    static now() { return Now.now() + ${offMs}; }
  }`;
  return startProcess('api', {
    DATABASE_URL: context.config.databaseUrl,
    DATA_DIR: context.config.dataDir,
    SECRET_KEY: testSecretKey,
    DATABASE_POOL_MAX: '6',
    RATE_LIMITS: 'off',
    ...(offMs === 0 ? {} : { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }),
  });
}

/** A client of a session: it shows its token, and keeps the one that an answer brings. */
class Client {
  token: string;
  readonly #companyId: string;

  constructor({ token, companyId }: { token: string; companyId: string }) {
    this.token = token;
    this.#companyId = companyId;
  }

  /** The status of the answer; 0 where none came. */
  async ask(api: OwnProcess, path = '/me'): Promise<number> {
    const headers = { authorization: this.token, 'x-empresa-id': this.#companyId };
    const answer = await fetch(`${api.address()}/api${path}`, { headers }).catch(() => undefined);
    if (!answer) return 0;
    this.token = answer.headers.get('authorization') ?? this.token;
    await answer.arrayBuffer();
    return answer.status;
  }
}

async function post(api: OwnProcess, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${api.address()}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { result?: number; token: string; step?: { token: string } };
}

function change(statement: ReturnType<typeof sql>): Promise<unknown> {
  return context.database.withSystem((tx) => statement.execute(tx));
}

/** An hour passes: the next call of every session brings a new token. */
const letTokensGrowOld = () =>
  change(sql`UPDATE sessions SET rotated_at = clock_timestamp() - interval '1 hour 1 second'`);
/** The half minute passes in which a replaced token is still taken. */
const letOldTokensEnd = () =>
  change(sql`UPDATE sessions SET previous_valid_until = clock_timestamp() - interval '1 second'`);

function sessions() {
  return context.database.withSystem((tx) =>
    tx
      .selectFrom('sessions')
      .select(['user_id', 'previous_token_hash', 'previous_valid_until', 'revoked_at'])
      .execute(),
  );
}
const whoseIsReplaced = async () =>
  (await sessions()).filter(({ previous_token_hash: before }) => before !== null).map(({ user_id: id }) => id);
const countRevoked = async () => (await sessions()).filter(({ revoked_at: at }) => at !== null).length;

/** Keeps answers back: their handlers wait at a table that they read, behind the rotation. Answers how to let them go. */
async function holdAnswers(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: context.config.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE');
  return () => holder.end();
}

describe.skipIf(inject('sharedServer') === null)('of two apis', () => {
  let apis: readonly [OwnProcess, OwnProcess];
  beforeAll(async () => {
    apis = await Promise.all([startApi(), startApi()]);
  });

  test('each replaces the token of one session at once for two clients, and both go on', async () => {
    const user = await signedIn(context);
    const [one, two] = [new Client(user), new Client(user)];
    for (let hour = 0; hour < 8; hour += 1) {
      await letTokensGrowOld();
      const asked = apis.flatMap((api) => [one.ask(api), two.ask(api)]);
      expect(await Promise.all(asked)).toEqual([200, 200, 200, 200]);
      await letOldTokensEnd();
    }
    expect([await one.ask(apis[0]), await two.ask(apis[1])]).toEqual([200, 200]);
    expect(one.token).not.toBe(user.token);
    expect(two.token).toBe(one.token);
    expect(await countRevoked()).toBe(0);
  });

  test('one is killed while it replaces tokens: who calls again within half a minute goes on, others sign in again', async () => {
    const [api, other] = apis;
    const users = [];
    while (users.length < 12) users.push(await signedIn(context));
    const clients = users.map((user) => ({ ...user, client: new Client(user) }));
    await letTokensGrowOld();
    const letGo = await holdAnswers();
    const asked = clients.map(({ client }) => client.ask(api, '/contacts'));
    await vi.waitFor(async () => expect((await whoseIsReplaced()).length).toBeGreaterThan(3), waiting);
    await api.kill();
    expect(await Promise.all(asked)).toEqual(clients.map(() => 0));
    await letGo();

    // Nobody has learned their new token. One of those who have one calls again too late.
    const [lateId] = await whoseIsReplaced();
    const late = clients.find(({ userId }) => userId === lateId)!;
    const soon = clients.filter((one) => one !== late);
    for (const { client } of soon) expect(await client.ask(other)).toBe(200);
    await letOldTokensEnd();
    for (const { client } of soon) expect(await client.ask(other)).toBe(200);
    expect(await countRevoked()).toBe(0);

    // It may be a thief's: the session is over, and whoever has the password comes in.
    expect(await late.client.ask(other)).toBe(401);
    expect(await countRevoked()).toBe(1);
    const { token } = await post(other, '/login', { email: late.email, senha: testPassword });
    expect(await new Client({ ...late, token }).ask(other)).toBe(200);
  });
});

test('an api whose machine’s clock is five minutes off goes by the others’: sessions, steps, codes and replaced tokens', async () => {
  const user = await enrolled(context);
  const [right, ...wrong] = await Promise.all([startApi(), startApi(5 * minute), startApi(-5 * minute)]);
  const pairs = wrong.flatMap((api) => [[api, right] as const, [right, api] as const]);
  for (const [first, second] of pairs) {
    await change(sql`UPDATE authenticators SET last_step = 0`);
    const { step } = await post(first, '/login', { email: user.email, senha: testPassword });
    const code = { userId: user.userId, token: codeOf(user.key, new Date()), step: step?.token };
    const { result, token } = await post(second, '/login/authenticator', code);
    expect(result).toBe(1);

    const [client, slow] = [new Client({ ...user, token }), new Client({ ...user, token })];
    await letTokensGrowOld();
    await letOldTokensEnd();
    expect(await client.ask(first)).toBe(200);
    expect(client.token).not.toBe(token);
    const ends = (await sessions()).map(({ previous_valid_until: end }) => end?.getTime() ?? 0);
    const leftMs = Math.max(...ends) - Date.now();
    expect(leftMs).toBeGreaterThan(25_000);
    expect(leftMs).toBeLessThanOrEqual(31_000);
    // A call that was under way meets the other process.
    expect(await slow.ask(second)).toBe(200);
    await letOldTokensEnd();
    expect(await Promise.all([first, second].map((api) => client.ask(api)))).toEqual([200, 200]);
  }
  expect(await countRevoked()).toBe(0);
});
