import { sql } from 'kysely';
import type { CompanyId } from '@escuta/contract/ids';
import { listCustomFields } from '#modules/contacts/index.ts';
import { onceMore } from '#modules/privacy/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';

type Deps = Pick<AppContext, 'database' | 'clock'>;

/** No more pairs than this are kept for each reason: nobody goes through more by hand. */
const pairsPerReason = 10_000;

/** Looks for duplicates in all units of a company. Doing it twice is harmless; what was dismissed stays so. */
export async function runSearch({ database, clock }: Deps, { companyId }: { companyId: CompanyId }): Promise<void> {
  // A contact may be deleted while its pair is written.
  await onceMore(() =>
    database.withCompany(companyId, async (tx) => {
      const now = clock.now();
      const documents = (await listCustomFields(tx, companyId))
        .filter(({ type }) => type === 'cpf' || type === 'cnpj')
        .map(({ internal_name }) => internal_name);
      await sql`
        SELECT find_duplicates(${companyId}::uuid, ${documents}::text[], ${now}::timestamptz, ${pairsPerReason}::int)
      `.execute(tx);
      await tx
        .insertInto('duplicate_searches')
        .values({ company_id: companyId, asked_at: now, searched_at: now })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ searched_at: now }))
        .execute();
    }),
  );
}

/** Looks again, at night, for the companies in which somebody has ever asked for it. */
export async function searchAgain(context: Deps & Pick<AppContext, 'log'>): Promise<void> {
  const searched = await context.database.withSystem((tx) =>
    tx.selectFrom('duplicate_searches').select('company_id as companyId').execute(),
  );
  await eachApart(context.log, searched, (company) => runSearch(context, company));
}
