import { Secret, TOTP } from 'otpauth';
import type { UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { signedIn, testPassword } from './factories.ts';
import type { TestContext } from './test-context.ts';

/** What an authenticator app shows for a key at an instant. */
export function codeOf(key: string, at: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(key), timestamp: at.getTime() });
}

/** Six digits that the app does not show around an instant. */
export function wrongCodeOf(key: string, at: Date): string {
  const near = [-60_000, -30_000, 0, 30_000, 60_000].map((off) => codeOf(key, new Date(at.getTime() + off)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
}

/** Somebody who is signed in and has enrolled an authenticator through the routes. */
export async function enrolled(context: TestContext, changes: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, changes);
  const { headers } = user;
  const begun = await context.app.inject({
    method: 'POST',
    url: '/api/me/authenticator',
    headers,
    payload: { password: testPassword },
  });
  const { key } = begun.json<{ key: string }>();
  const token = codeOf(key, context.clock.now());
  const confirmed = await context.app.inject({
    method: 'PUT',
    url: '/api/me/authenticator',
    headers,
    payload: { token },
  });
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
  // The code that confirmed it is not taken again.
  context.clock.advance(30_000);
  return { ...user, key, recoveryCodes };
}

/** Lets a company ask every user for a second factor. */
export async function forceSecondFactor({ database }: Pick<AppContext, 'database'>, userId: UserId): Promise<void> {
  await database.withSystem((tx) =>
    tx
      .updateTable('companies')
      .set({ force_authenticator: true })
      .where('id', '=', tx.selectFrom('users').select('company_id').where('id', '=', userId))
      .execute(),
  );
}
