import { expect, test } from 'vitest';
import type { UserId } from '@escuta/contract/ids';
import { deactivateUser } from './deactivate-user.ts';
import { signedIn, testPassword } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

async function statusOf({ headers }: { headers: Record<string, string> }): Promise<number> {
  return (await context.app.inject({ url: '/api/me', headers })).statusCode;
}

function reactivate(userId: UserId) {
  return context.database.withSystem((tx) =>
    tx.updateTable('users').set({ deactivated_at: null }).where('id', '=', userId).execute(),
  );
}

test('deactivating a user ends every session, and letting the user in again revives none', async () => {
  const user = await signedIn(context);
  const colleague = await signedIn(context, { companyId: user.companyId });
  const payload = { email: user.email, senha: testPassword };
  const login = () => context.app.inject({ method: 'POST', url: '/api/login', payload });
  const other = { headers: { authorization: (await login()).json().token } };
  expect([await statusOf(user), await statusOf(other)]).toEqual([200, 200]);

  await context.database.withSystem((tx) => deactivateUser(tx, user, context.clock.now()));

  expect([await statusOf(user), await statusOf(other)]).toEqual([401, 401]);
  expect((await login()).json()).toMatchObject({ code: 'USER_DEACTIVATED' });
  await reactivate(user.userId);
  expect([await statusOf(user), await statusOf(other)]).toEqual([401, 401]);
  expect((await login()).json()).toMatchObject({ result: 1 });
  expect(await statusOf(colleague)).toBe(200);
});

test('a company deactivates no user of another', async () => {
  const [user, stranger] = [await signedIn(context), await signedIn(context)];
  const named = { companyId: stranger.companyId, userId: user.userId };
  await context.database.withSystem((tx) => deactivateUser(tx, named, context.clock.now()));
  expect([await statusOf(user), await statusOf(stranger)]).toEqual([200, 200]);
});
