import { sql } from 'kysely';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { holdsWords } from '#platform/db/search.ts';

/** Which companies somebody may enter beside their own: those that they manage, or every one. */
export interface Reach {
  readonly userId: UserId;
  readonly homeCompanyId: CompanyId;
  readonly of: 'managed' | 'all';
}

/** More than anybody looks through: the rest is found by its name. */
const accountsMax = 10_000;

/** The accounts within reach whose name holds the words, by name, in a transaction across companies. */
export function findAccounts(tx: Transaction, reach: Reach, search?: string) {
  return accountsWithin(tx, reach)
    .$if(!!search, (query) => query.where(holdsWords(sql`companies.name`, search ?? '')))
    .orderBy(sql`search_form(companies.name)`)
    .orderBy('companies.id')
    .limit(accountsMax)
    .execute();
}

/** The account of an id, where it is within reach. */
export function findAccount(tx: Transaction, reach: Reach, id: CompanyId) {
  return accountsWithin(tx, reach).where('companies.id', '=', id).executeTakeFirst();
}

function accountsWithin(tx: Transaction, { userId, homeCompanyId, of }: Reach) {
  const managed = tx.selectFrom('company_managers').select('company_id').where('user_id', '=', userId);
  return tx
    .selectFrom('companies')
    .select([
      'companies.id',
      'companies.name',
      'companies.active',
      'companies.is_trial as isTrial',
      'companies.trial_expires_at as trialExpiresAt',
    ])
    .where('companies.id', '<>', homeCompanyId)
    .$if(of === 'managed', (query) => query.where('companies.id', 'in', managed));
}

/** The name of a company, in a transaction across companies. */
export async function companyNamed(tx: Transaction, id: CompanyId) {
  const company = await tx
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { _id: company.id, nome: company.name };
}

/** The accesses of a user that are open, newest first: one, but for the moment in which several are entered at once. */
export function openAccesses(tx: Transaction, userId: UserId, now: Date) {
  return tx
    .selectFrom('account_accesses')
    .select(['company_id', 'id', 'reason', 'began_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('id', 'desc')
    .execute();
}
