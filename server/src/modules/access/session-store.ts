import type { SessionId, UserId } from '@escuta/contract/ids';
import { hashToken, newToken } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { browserWords } from './browser-words.ts';
import { idleLimitsOf, previousTokenLifeMs, sessionEnd, worthOf } from './session.ts';
import type { IdleLimits } from './session.ts';

/** Begins a session and returns its token, which is kept only as a hash. `from` is what its user will know it by. */
export async function beginSession(
  tx: Transaction,
  userId: UserId,
  keepSignedIn: boolean,
  now: Date,
  from: { readonly address: string; readonly userAgent: string | undefined },
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('sessions')
    .values({
      id: newId<SessionId>(),
      user_id: userId,
      token_hash: hashToken(token),
      keep_signed_in: keepSignedIn,
      created_at: now,
      rotated_at: now,
      expires_at: sessionEnd(now, keepSignedIn),
      ...browserWords(from.userAgent),
      address: from.address,
      last_seen_at: now,
    })
    .execute();
  await noteAccess(tx, userId, now);
  return token;
}

/** For the list of the company's people: to within the hour after which a token is replaced. */
async function noteAccess(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await tx.updateTable('users').set({ last_access_at: now }).where('id', '=', userId).execute();
}

/**
 * The session that a token belongs to or has belonged to, with its user and with what the token is worth now, by the limits
 * of the installation, `idle`, and of the user's company; undefined for a token that no session has had.
 */
export async function findSession(tx: Transaction, token: string, now: Date, idle: IdleLimits) {
  const hash = hashToken(token);
  const lately = await sessionsWithUsers(tx)
    .where((where) =>
      where.or([where('sessions.token_hash', '=', hash), where('sessions.previous_token_hash', '=', hash)]),
    )
    .executeTakeFirst();
  const limits = ({ idleMinutes }: { idleMinutes: number | null }) => idleLimitsOf(idle, idleMinutes);
  if (lately) {
    const isCurrentToken = hash.equals(lately.tokenHash);
    return { ...lately, worth: worthOf(lately, { isCurrentToken, now, idle: limits(lately) }) };
  }
  // Or one that has been replaced more than once since: its time is over in any case.
  const replaced = tx.selectFrom('replaced_session_tokens').select('session_id').where('token_hash', '=', hash);
  const before = await sessionsWithUsers(tx).where('sessions.id', '=', replaced).executeTakeFirst();
  if (!before) return undefined;
  const times = { ...before, previousValidUntil: null };
  return { ...before, worth: worthOf(times, { isCurrentToken: false, now, idle: limits(before) }) };
}

function sessionsWithUsers(tx: Transaction) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select([
      'sessions.id as sessionId',
      'sessions.token_hash as tokenHash',
      'sessions.previous_valid_until as previousValidUntil',
      'sessions.rotated_at as rotatedAt',
      'sessions.expires_at as expiresAt',
      'sessions.revoked_at as revokedAt',
      'sessions.keep_signed_in as keepSignedIn',
      'sessions.last_seen_at as lastSeenAt',
      'users.id as userId',
      'users.name as userName',
      'users.temporary_access as hasTemporaryAccess',
      'users.company_id as homeCompanyId',
      'users.role as role',
      'users.ticketing_role as ticketingRole',
      'users.exports_personal_data as exportsPersonalData',
      'users.deactivated_at as deactivatedAt',
      'users.authenticator_enabled as hasAuthenticator',
      'companies.force_authenticator as needsAuthenticator',
      'companies.allowed_networks as allowedNetworks',
      'companies.session_idle_minutes as idleMinutes',
    ]);
}

/**
 * The token that follows another one in its session. It is derived, so that an answer that was lost on its way is given again:
 * whoever still shows the old token within its time gets the same new one (decision 0043).
 */
export function successorOf(secrets: Secrets, token: string): string {
  return secrets.sign('session tokens', token).toString('base64url');
}

/**
 * Replaces the token of a session by `token` and keeps the old one for recognizing it. Answers whether the session has the new
 * one now: false when another call has just given it another.
 */
export async function rotateToken(
  tx: Transaction,
  sessionId: SessionId,
  { oldToken, token }: { oldToken: string; token: string },
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      previous_token_hash: hashToken(oldToken),
      previous_valid_until: new Date(now.getTime() + previousTokenLifeMs),
      rotated_at: now,
    })
    .where('id', '=', sessionId)
    .where('token_hash', '=', hashToken(oldToken))
    .returning(['id', 'user_id'])
    .executeTakeFirst();
  if (!changed) return hasToken(tx, sessionId, token);
  await noteAccess(tx, changed.user_id, now);
  await tx
    .insertInto('replaced_session_tokens')
    .values({ token_hash: hashToken(oldToken), session_id: sessionId, replaced_at: now })
    .execute();
  return true;
}

async function hasToken(tx: Transaction, sessionId: SessionId, token: string): Promise<boolean> {
  const session = tx.selectFrom('sessions').select('id').where('id', '=', sessionId);
  return (await session.where('token_hash', '=', hashToken(token)).executeTakeFirst()) !== undefined;
}

/** How long a session lives, and whether the browser keeps it beyond its window. */
export function lifeOf(tx: Transaction, sessionId: SessionId): Promise<{ keepSignedIn: boolean; expiresAt: Date }> {
  return tx
    .selectFrom('sessions')
    .select(['keep_signed_in as keepSignedIn', 'expires_at as expiresAt'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** Ends a session for ever. */
export async function revokeSession(tx: Transaction, sessionId: SessionId, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute();
}

/** Ends every session of a user, and answers how many there were; the one of `exceptId`, which asks for it, goes on. */
export async function revokeSessionsOf(
  tx: Transaction,
  userId: UserId,
  now: Date,
  exceptId?: SessionId,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** When a session began. */
export async function beganAt(tx: Transaction, sessionId: SessionId): Promise<Date | undefined> {
  const session = await tx.selectFrom('sessions').select('created_at').where('id', '=', sessionId).executeTakeFirst();
  return session?.created_at;
}

/** Notes that a session was used, and from where. Of calls at once one writes. */
export async function noteSeen(
  tx: Transaction,
  { sessionId, lastSeenAt, address, now }: { sessionId: SessionId; lastSeenAt: Date; address: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: now, address })
    .where('id', '=', sessionId)
    .where('last_seen_at', '=', lastSeenAt)
    .execute();
}
