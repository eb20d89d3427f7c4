import type { CompanyId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import { eachApart } from '#platform/jobs/each-apart.ts';

/** For how long who asked is kept once a request is closed: the term in which somebody may claim (decision 0050, 4). */
const yearsKept = 5;

/** Takes who asked, and what was written, out of requests that were closed five years ago. Type, dates and reports stay. */
export async function forgetRequesters({
  database,
  clock,
  log,
}: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const before = clock.now();
  before.setUTCFullYear(before.getUTCFullYear() - yearsKept);
  const companies = await database.withSystem((tx) =>
    tx
      .selectFrom('privacy_requests')
      .select('company_id as companyId')
      .distinct()
      .where('created_at', '<', before)
      .where('requester_email', '<>', '')
      .execute(),
  );
  await eachApart(log, companies, ({ companyId }) =>
    database.withCompany(companyId, (tx) => forgetIn(tx, companyId, before)),
  );
}

async function forgetIn(tx: Transaction, companyId: CompanyId, before: Date): Promise<void> {
  const forgotten = await tx
    .updateTable('privacy_requests')
    .set({ requester_name: '', requester_email: '', requester_tel: null, details: '' })
    .where('company_id', '=', companyId)
    .where('closed_at', '<', before)
    .where('requester_email', '<>', '')
    .returning('id')
    .execute();
  if (forgotten.length === 0) return;
  await tx
    .updateTable('privacy_request_steps')
    .set({ note: '', answer: '' })
    .where('company_id', '=', companyId)
    .where(
      'request_id',
      'in',
      forgotten.map(({ id }) => id),
    )
    .execute();
}
