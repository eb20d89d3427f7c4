import { hashToken } from '#platform/crypto/secrets.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';

/** How long a link to a new password is valid (decision 12). */
export const resetLifeMs = 30 * 60_000;

/** The request behind a link, with its user. Throws NOT_FOUND for a link that is none, LINK_EXPIRED for one that is over. */
export async function findOpenReset(tx: Transaction, link: string, now: Date) {
  const found = await tx
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select([
      'password_resets.id',
      'password_resets.expires_at',
      'password_resets.used_at',
      'password_resets.visited_at',
      'users.id as userId',
      'users.company_id as companyId',
      'users.email',
      'users.name',
      'users.role',
      'users.language',
      'companies.language as companyLanguage',
      'companies.timezone as companyTimezone',
      'users.deactivated_at',
    ])
    .where('link_hash', '=', hashToken(link))
    .executeTakeFirst();
  if (!found) throw refuse('NOT_FOUND');
  if (found.used_at || found.deactivated_at || found.expires_at <= now) throw refuse('LINK_EXPIRED');
  return found;
}
