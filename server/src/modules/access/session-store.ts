import { sql } from 'kysely';
import { hashToken, newToken } from '#platform/crypto/secrets.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { previousTokenLifeMs, sessionEnd } from './session.ts';

/** Begins a session and returns its token, which is kept only as a hash. */
export async function beginSession(tx: Transaction, userId: string, keepSignedIn: boolean, now: Date): Promise<string> {
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
  return token;
}

/** The living session of a token with its user, or undefined. A replaced token counts for a moment longer. */
export function findSession(tx: Transaction, token: string, now: Date) {
  const hash = hashToken(token);
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'sessions.rotated_at as rotatedAt',
      'users.id as userId',
      'users.company_id as homeCompanyId',
      'users.role as role',
      'users.temporary_access as temporaryAccess',
      sql<boolean>`sessions.token_hash = ${hash}`.as('isCurrentToken'),
    ])
    .where((where) =>
      where.or([
        where('sessions.token_hash', '=', hash),
        where.and([where('sessions.previous_token_hash', '=', hash), where('sessions.previous_valid_until', '>', now)]),
      ]),
    )
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst();
}

/** Replaces the token of a session. Answers null when another call has just replaced it. */
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
    .returning('id')
    .executeTakeFirst();
  return changed ? token : null;
}

/** Ends a session for ever. */
export async function revokeSession(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute();
}
