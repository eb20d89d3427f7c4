import type { CompanyStatus } from '@escuta/contract/admin';
import type { CompanyId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';

interface CompanyFilter {
  /** Words of its name. */
  readonly search?: string | undefined;
  readonly status?: CompanyStatus | undefined;
}

/** One page of all companies, by name and id, in a transaction across companies. */
export function listCompanies(
  tx: Transaction,
  filter: CompanyFilter,
  { limit, page }: { limit: number; page: number },
) {
  return matching(tx, filter)
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** The names of companies by their ids, in a transaction across companies. */
export async function namesOfCompanies(tx: Transaction, ids: readonly CompanyId[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many companies a filter finds. */
export function countCompanies(tx: Transaction, filter: CompanyFilter): Promise<number> {
  return countRows(matching(tx, filter));
}

function matching(tx: Transaction, { search, status }: CompanyFilter) {
  return tx
    .selectFrom('companies')
    .$if(!!search, (query) => query.where(sql<boolean>`position(search_form(${search}) in search_form(name)) > 0`))
    .$if(status === 'inactive', (query) => query.where('active', '=', false))
    .$if(status === 'trial', (query) => query.where('active', '=', true).where('is_trial', '=', true))
    .$if(status === 'active', (query) => query.where('active', '=', true).where('is_trial', '=', false));
}
