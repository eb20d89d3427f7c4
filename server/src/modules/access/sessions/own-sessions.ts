import type { Session } from '@escuta/contract/sessions';
import type { SessionId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { personAt, recordAccess } from '../record-access.ts';
import { findUserById } from '../queries.ts';
import { idleLimitsOf } from '../session.ts';
import { revokeSessionsOf } from '../session-store.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'log'>;

/** Where a user is signed in: the session that asks first, then by last use. What has been unused for too long is over. */
export async function listOwnSessions(
  { database, clock, config }: Deps,
  { userId, sessionId }: Scope,
): Promise<Session[]> {
  const now = clock.now();
  const seenSince = (idleMs: number) => new Date(now.getTime() - idleMs);
  const rows = await database.withSystem(async (tx) => {
    const user = await findUserById(tx, userId);
    const { sessionMs, keptSessionMs } = idleLimitsOf(config.sessionIdle, user?.companyIdleMinutes ?? null);
    return tx
      .selectFrom('sessions')
      .select(['id', 'browser', 'system', 'address', 'created_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where((where) =>
        where.or([
          where.and([where('keep_signed_in', '=', false), where('last_seen_at', '>', seenSince(sessionMs))]),
          where.and([where('keep_signed_in', '=', true), where('last_seen_at', '>', seenSince(keptSessionMs))]),
        ]),
      )
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  });
  const sessions = rows.map(({ id, browser, system, address, created_at, last_seen_at }) => ({
    _id: id,
    browser,
    system,
    address,
    beganAt: created_at.toISOString(),
    lastSeenAt: last_seen_at.toISOString(),
    isCurrent: id === sessionId,
  }));
  return [...sessions.filter(({ isCurrent }) => isCurrent), ...sessions.filter(({ isCurrent }) => !isCurrent)];
}

/** Ends one session of the user who asks. Somebody else's is not there. */
export async function endOwnSession(context: Deps, scope: Scope, id: SessionId): Promise<void> {
  const { database, clock } = context;
  const ended = await database.withSystem((tx) =>
    tx
      .updateTable('sessions')
      .set({ revoked_at: clock.now() })
      .where('id', '=', id)
      .where('user_id', '=', scope.userId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!ended) throw refuse('NOT_FOUND');
  await tell(context, scope, 1);
}

/** Ends every session of the user but the one that asks, and answers how many there were. */
export async function endOtherSessions(context: Deps, scope: Scope): Promise<number> {
  const { database, clock } = context;
  const ended = await database.withSystem((tx) => revokeSessionsOf(tx, scope.userId, clock.now(), scope.sessionId));
  if (ended > 0) await tell(context, scope, ended);
  return ended;
}

async function tell(context: Deps, { userId, address }: Scope, sessions: number): Promise<void> {
  const user = await context.database.withSystem((tx) => findUserById(tx, userId));
  if (user) await recordAccess(context, personAt(user, address), { action: 'session.revoked', after: { sessions } });
}
