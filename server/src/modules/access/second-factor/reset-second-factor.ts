import type { UserId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { queueNotice } from '../mails/security-notice.ts';
import { findUserById } from '../queries.ts';
import { revokeSessionsOf } from '../session-store.ts';
import { forgetAuthenticator } from './authenticator.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'config'>;

/**
 * Takes the second factor and the passkeys of somebody of the company who has lost them, and ends their sessions: whoever holds
 * the lost phone is out too. The password alone lets them in then. Not for oneself: that is My Profile, with a code. Nobody
 * resets who stands above them (FORBIDDEN).
 */
export async function resetSecondFactor(context: Deps, scope: Scope, userId: UserId): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const user = await database.withSystem(async (tx) => {
    const user = await findUserById(tx, userId);
    if (!user || user.company_id !== scope.companyId) throw refuse('NOT_FOUND');
    if (user.id === scope.userId || !mayReset(scope, user)) throw refuse('FORBIDDEN');
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

/** An owner's by an owner, or by one of ours; one of ours by one of ours; anybody else's by whoever manages users. */
function mayReset(by: Scope, user: { readonly role: Scope['role'] }): boolean {
  if (user.role === 'acmng') return by.role === 'acmng';
  return user.role !== 'own' || by.role === 'own' || by.role === 'acmng';
}
