import type { UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { queueNotice } from '../mails/security-notice.ts';
import { findUserById } from '../queries.ts';
import { revokeSessionsOf } from '../session-store.ts';
import { memberToChange } from '../team/find-member.ts';
import { forgetAuthenticator } from './authenticator.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;

/**
 * Takes the second factor and the passkeys of somebody of the company who has lost them, and ends their sessions: whoever holds
 * the lost phone is out too. The password alone lets them in then. Not for oneself (FORBIDDEN): that is My Profile, with a code.
 * Nobody resets who stands above them, or works in units that are not theirs (ROLE_ABOVE_OWN, UNITS_BEYOND_OWN).
 */
export async function resetSecondFactor(context: Deps, scope: Scope, userId: UserId): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  if (userId === scope.userId) throw refuse('FORBIDDEN');
  await database.withCompany(scope.companyId, (tx) => memberToChange(tx, scope, userId));
  const user = await database.withSystem(async (tx) => {
    const user = await findUserById(tx, userId);
    if (!user) throw refuse('NOT_FOUND');
    await forgetAuthenticator(tx, userId);
    await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
    await revokeSessionsOf(tx, userId, now);
    await queueNotice(tx, context, { user, notice: 'secondFactorReset', address: null });
    return user;
  });
  const target = { type: 'user', id: userId, label: user.name } as const;
  await database.withCompany(scope.companyId, (tx) =>
    recordAudit(tx, scope, { action: 'second_factor.reset', target }, now),
  );
}
