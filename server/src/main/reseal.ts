// Seals anew, under the SECRET_KEY of today, what is sealed under a key of SECRET_KEYS_PREVIOUS. docs/operations.md tells when.
import type { CompanyId } from '@escuta/contract/ids';
import { resealColumn } from '#platform/crypto/reseal.ts';
import type { Database } from '#platform/db/database.ts';
import { listCompanies } from '#modules/companies/index.ts';
import { runOnce } from './run-once.ts';
import { sealedColumns } from './sealed-columns.ts';

const pageLength = 1_000;

await runOnce('reseal', async (context) => {
  const companies = await allCompanies(context.database);
  for (const column of sealedColumns) {
    const { count, unopened } = await resealColumn(context, column, companies);
    console.log(`${column.table}.${column.column}: ${count} sealed anew, ${unopened} that no key opens.`);
    if (unopened > 0) process.exitCode = 1;
  }
});

async function allCompanies(database: Database): Promise<CompanyId[]> {
  const ids: CompanyId[] = [];
  for (let page = 1; ids.length === (page - 1) * pageLength; page += 1) {
    const found = await database.withSystem((tx) => listCompanies(tx, {}, { limit: pageLength, page }));
    ids.push(...found.map(({ id }) => id));
  }
  return ids;
}
