import type { Transaction } from '#platform/db/database.ts';
import { findUserByEmail, findUserById } from '../queries.ts';
import type { UserRow } from '../queries.ts';
import type { FederatedIdentity } from './identity.ts';

/** Why nobody was found; said in the log and, whatever it is, as NOT_ALLOWED to whoever asks (decision 0040). */
export type NobodyFound = 'unknown' | 'no_email' | 'company_off' | 'other_tenant' | 'other_identity';

/**
 * The user whom an identity at the provider belongs to: by the link of an earlier sign-in or, the first time, by the e-mail,
 * and then linked. Only where the user's company has allowed this very directory: it vouches for the company's people and
 * for nobody else's. In a transaction across companies.
 */
export async function findFederatedUser(
  tx: Transaction,
  identity: FederatedIdentity,
  now: Date,
): Promise<{ user: UserRow } | { reason: NobodyFound }> {
  const link = await tx
    .selectFrom('user_identities')
    .select('user_id')
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  if (!link && identity.email === undefined) return { reason: 'no_email' };
  const user = await (link ? findUserById(tx, link.user_id) : findUserByEmail(tx, identity.email ?? ''));
  if (!user) return { reason: 'unknown' };
  if (user.companyFederatedLogin === 'off') return { reason: 'company_off' };
  if (user.companyFederatedTenant !== identity.tenant) return { reason: 'other_tenant' };
  if (link || (await linkIdentity(tx, user, identity, now))) return { user };
  return { reason: 'other_identity' };
}

/** False where the user is somebody else at the same provider: an e-mail that was given to another person. */
async function linkIdentity(
  tx: Transaction,
  { id, company_id }: UserRow,
  { issuer, subject, tenant }: FederatedIdentity,
  now: Date,
): Promise<boolean> {
  await tx
    .insertInto('user_identities')
    .values({ issuer, subject, tenant, company_id, user_id: id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const linked = await tx
    .selectFrom('user_identities')
    .select('subject')
    .where('user_id', '=', id)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return linked?.subject === subject;
}
