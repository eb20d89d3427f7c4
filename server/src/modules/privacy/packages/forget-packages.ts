import type { CompanyId, ContactId, PrivacyRequestId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';
import { packageKeptMs, removeFiles } from './package-files.ts';

const packagesPerRound = 500;

/** Removes the files whose seven days are over, and those of people who were erased. */
export async function forgetPackages(context: Pick<AppContext, 'database' | 'files' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(context.clock.now().getTime() - packageKeptMs);
  const over = await context.database.withSystem((tx) =>
    tx
      .selectFrom('person_packages')
      .select(['company_id as companyId', 'id'])
      .where('is_gone', '=', false)
      .where((where) => where.or([where('created_at', '<=', before), where('status', '=', 'removed')]))
      .orderBy('created_at')
      .limit(packagesPerRound)
      .execute(),
  );
  await eachApart(context.log, over, ({ companyId, id }) => removeFiles(context, companyId, id));
}

/** Takes back what was collected of a person: nobody fetches it any more. @returns how many packages there were. */
export async function takeBackPackages(
  tx: Transaction,
  { companyId, contactId }: { companyId: CompanyId; contactId: ContactId },
): Promise<{ person_packages: number }> {
  const changed = await takenBack(tx, companyId).where('contact_id', '=', contactId).returning('id').execute();
  return { person_packages: changed.length };
}

/** The same of what was collected on a request. */
export async function takeBackPackagesOf(
  tx: Transaction,
  { companyId, requestId }: { companyId: CompanyId; requestId: PrivacyRequestId },
): Promise<void> {
  await takenBack(tx, companyId).where('request_id', '=', requestId).execute();
}

function takenBack(tx: Transaction, companyId: CompanyId) {
  return tx
    .updateTable('person_packages')
    .set({ status: 'removed' })
    .where('company_id', '=', companyId)
    .where('status', '<>', 'removed');
}
