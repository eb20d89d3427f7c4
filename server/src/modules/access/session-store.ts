import type { UserId } from '@escuta/contract/ids';
import { hashToken, newToken } from '#platform/crypto/secrets.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { previousTokenLifeMs, sessionEnd, worthOf } from './session.ts';

/** Begins a session and returns its token, which is kept only as a hash. */
export async function beginSession(tx: Transaction, userId: UserId, keepSignedIn: boolean, now: Date): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: hashToken(token),
      keep_signed_in: keepSignedIn,
      created_at: now,
      rotated_at: now,
      expires_at: sessionEnd(now, keepSignedIn),
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
 * The session that a token belongs to or has belonged to, with its user and with what the token is worth now; undefined for
 * a token that no session has had.
 */
export async function findSession(tx: Transaction, token: string, now: Date) {
  const hash = hashToken(token);
  const lately = await sessionsWithUsers(tx)
    .where((where) =>
      where.or([where('sessions.token_hash', '=', hash), where('sessions.previous_token_hash', '=', hash)]),
    )
    .executeTakeFirst();
  if (lately) return { ...lately, worth: worthOf(lately, { isCurrentToken: hash.equals(lately.tokenHash), now }) };
  // Or one that has been replaced more than once since: its time is over in any case.
  const replaced = tx.selectFrom('replaced_session_tokens').select('session_id').where('token_hash', '=', hash);
  const before = await sessionsWithUsers(tx).where('sessions.id', '=', replaced).executeTakeFirst();
  return (
    before && { ...before, worth: worthOf({ ...before, previousValidUntil: null }, { isCurrentToken: false, now }) }
  );
}

function sessionsWithUsers(tx: Transaction) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'sessions.token_hash as tokenHash',
      'sessions.previous_valid_until as previousValidUntil',
      'sessions.rotated_at as rotatedAt',
      'sessions.expires_at as expiresAt',
      'sessions.revoked_at as revokedAt',
      'sessions.keep_signed_in as keepSignedIn',
      'users.id as userId',
      'users.name as userName',
      'users.temporary_access as hasTemporaryAccess',
      'users.company_id as homeCompanyId',
      'users.role as role',
      'users.ticketing_role as ticketingRole',
      'users.exports_personal_data as exportsPersonalData',
      'users.deactivated_at as deactivatedAt',
    ]);
}

/**
 * Replaces the token of a session and keeps the old one for recognizing it. Answers null when another call has just
 * replaced it.
 */
export async function rotateToken(
  tx: Transaction,
  sessionId: string,
  oldToken: string,
  now: Date,
): Promise<string | null> {
  const token = newToken();
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
  if (!changed) return null;
  await noteAccess(tx, changed.user_id, now);
  await tx
    .insertInto('replaced_session_tokens')
    .values({ token_hash: hashToken(oldToken), session_id: sessionId, replaced_at: now })
    .execute();
  return token;
}

/** Ends a session for ever. */
export async function revokeSession(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute();
}

/** Ends every session of a user; the one of `exceptId`, which asks for it, goes on. */
export async function revokeSessionsOf(tx: Transaction, userId: UserId, now: Date, exceptId?: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
}
