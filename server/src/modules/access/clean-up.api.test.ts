import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UserId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { accessSchedules } from './jobs.ts';
import { rotateAfterMs, sessionLifeMs } from './session.ts';
import { createUser, testPassword } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const hour = 3_600_000;

const context = testContext();

async function cleanUp(): Promise<void> {
  for (const { run } of accessSchedules(context)) await run();
}

async function signIn({ keepMeLoggedIn }: { keepMeLoggedIn: boolean }) {
  const { userId, email } = await createUser(context);
  const payload = { email, senha: testPassword, keepMeLoggedIn };
  const answer = await context.app.inject({ method: 'POST', url: '/api/login', payload });
  return { userId, headers: { authorization: answer.json().token as string } };
}

function me(headers: { authorization: string }) {
  return context.app.inject({ url: '/api/me', headers });
}

/** What is kept of the users' sessions: how many, and how many replaced tokens. */
async function kept(...users: { userId: UserId }[]) {
  const ids = users.map(({ userId }) => userId);
  return context.database.withSystem(async (tx) => {
    const sessions = await tx.selectFrom('sessions').select('id').where('user_id', 'in', ids).execute();
    const tokens = await tx
      .selectFrom('replaced_session_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .select('replaced_session_tokens.token_hash')
      .where('user_id', 'in', ids)
      .execute();
    return [sessions.length, tokens.length];
  });
}

test('at night the sessions that are over go, with the tokens that they replaced; the others stay', async () => {
  const short = await signIn({ keepMeLoggedIn: false });
  const long = await signIn({ keepMeLoggedIn: true });
  const ended = await signIn({ keepMeLoggedIn: true });
  const gone = await signIn({ keepMeLoggedIn: true });
  context.clock.advance(rotateAfterMs);
  await me(short.headers);
  long.headers.authorization = String((await me(long.headers)).headers['authorization']);
  await context.app.inject({ method: 'POST', url: '/api/logout', headers: ended.headers });
  await context.database.withSystem((tx) =>
    tx.updateTable('users').set({ deactivated_at: context.clock.now() }).where('id', '=', gone.userId).execute(),
  );
  expect(await kept(gone)).toEqual([1, 0]);

  await cleanUp();
  expect(await kept(gone)).toEqual([0, 0]);
  expect(await kept(short)).toEqual([1, 1]);
  expect(await kept(ended)).toEqual([1, 1]);

  context.clock.advance(sessionLifeMs - rotateAfterMs);
  await cleanUp();
  expect(await kept(short)).toEqual([0, 0]);
  expect(await kept(ended)).toEqual([1, 1]);

  context.clock.advance(sessionLifeMs + rotateAfterMs);
  await cleanUp();
  expect(await kept(ended)).toEqual([0, 0]);
  expect(await kept(long)).toEqual([1, 1]);
  expect((await me(long.headers)).statusCode).toBe(200);
});

test('failed sign-ins go when no limit counts them any more, however many they are; a block stays until its end', async () => {
  // Other tests share the database, and their clocks stand elsewhere.
  const before = await context.database.withSystem((tx) =>
    tx.selectFrom('sign_in_failures').select('subject').execute(),
  );
  const { email } = await createUser(context);
  const login = (senha: string) =>
    context.app.inject({ method: 'POST', url: '/api/login', payload: { email, senha }, remoteAddress: '10.7.7.7' });
  for (let failure = 0; failure < 5; failure += 1) await login('wrong');
  const now = context.clock.now();
  const many = Array.from({ length: 2_500 }, () => ({
    subject: randomBytes(32),
    failures: 1,
    window_started_at: new Date(now.getTime() - 3 * hour),
  }));
  await context.database.withSystem((tx) => tx.insertInto('sign_in_failures').values(many).execute());
  const left = () => context.database.withSystem((tx) => tx.selectFrom('sign_in_failures').select('subject').execute());
  const hex = ({ subject }: { subject: Buffer }) => subject.toString('hex');
  const others = new Set(before.map(hex));

  await cleanUp();
  expect((await login(testPassword)).statusCode).toBe(429);
  const subjects = new Set((await left()).map(({ subject }) => subject.toString('hex')));
  expect(many.filter(({ subject }) => subjects.has(subject.toString('hex')))).toEqual([]);

  context.clock.advance(24 * hour);
  await cleanUp();
  expect((await left()).map(hex).filter((subject) => !others.has(subject))).toEqual([]);
});

test('what is given for minutes goes when it is over, and a link to a new password a day after it was asked for', async () => {
  const { userId } = await createUser(context);
  const now = context.clock.now();
  const at = (hours: number) => new Date(now.getTime() + hours * hour);
  const [over, open] = [randomBytes(32), randomBytes(32)];
  const rows = [
    { hash: over, expires_at: at(-0.1), asked: at(-24) },
    { hash: open, expires_at: at(0.1), asked: at(-23.9) },
  ];
  const step = { user_id: userId, keep_signed_in: false };
  await context.database.withSystem(async (tx) => {
    for (const { hash, expires_at, asked } of rows) {
      await tx
        .insertInto('sign_in_steps')
        .values({ ...step, token_hash: hash, tries: 0, expires_at })
        .execute();
      const handover = { ...step, code_hash: hash, browser_hash: hash, expires_at };
      await tx.insertInto('federated_handovers').values(handover).execute();
      await tx.insertInto('used_challenges').values({ challenge_hash: hash, expires_at }).execute();
      const reset = { id: newId(), user_id: userId, link_hash: hash, created_at: asked, expires_at };
      await tx.insertInto('password_resets').values(reset).execute();
    }
  });
  await cleanUp();
  const left = await context.database.withSystem(async (tx) => [
    await tx.selectFrom('sign_in_steps').select('token_hash as hash').where('user_id', '=', userId).execute(),
    await tx.selectFrom('federated_handovers').select('code_hash as hash').where('user_id', '=', userId).execute(),
    await tx.selectFrom('password_resets').select('link_hash as hash').where('user_id', '=', userId).execute(),
    await tx
      .selectFrom('used_challenges')
      .select('challenge_hash as hash')
      .where('challenge_hash', 'in', [over, open])
      .execute(),
  ]);
  expect(left).toEqual(left.map(() => [{ hash: open }]));
});
