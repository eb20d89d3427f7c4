import type { CompanyId, UserId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** How many surveys of a company somebody owns. */
export async function countSurveysOf(tx: Transaction, companyId: CompanyId, userId: UserId): Promise<number> {
  const { owned } = await tx
    .selectFrom('surveys')
    .select((select) => select.fn.countAll<number>().as('owned'))
    .where('company_id', '=', companyId)
    .where('created_by', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(owned);
}

/** Gives the surveys that somebody owns to another, in all units, and answers how many. */
export async function transferSurveys(
  tx: Transaction,
  companyId: CompanyId,
  { from, to }: { from: UserId; to: UserId },
): Promise<number> {
  const given = await tx
    .updateTable('surveys')
    .set({ created_by: to })
    .where('company_id', '=', companyId)
    .where('created_by', '=', from)
    .returning('id')
    .execute();
  return given.length;
}
