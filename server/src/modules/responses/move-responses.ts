import { sql } from 'kysely';
import type { CompanyId, ContactId, ItemId, ResponseId } from '@escuta/contract/ids';
import type { Metric } from '@escuta/contract/metrics';
import type { Transaction } from '#platform/db/database.ts';

interface Move {
  readonly companyId: CompanyId;
  readonly from: ContactId;
  readonly to: ContactId;
}

/** Gives all responses of a contact to another one. @returns which. Nothing that is counted changes by it. */
export async function moveResponses(tx: Transaction, { companyId, from, to }: Move): Promise<ResponseId[]> {
  const { rows } = await sql<{ id: ResponseId }>`
    UPDATE responses SET contact_id = ${to} WHERE company_id = ${companyId} AND contact_id = ${from} RETURNING id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Gives responses back, as far as they are still there, and those that have come since to messages that go back, too. */
export async function returnResponses(
  tx: Transaction,
  { companyId, from, to }: Move,
  { ids, itemIds }: { ids: readonly ResponseId[]; itemIds: readonly ItemId[] },
): Promise<void> {
  await sql`
    UPDATE responses SET contact_id = ${to}
    WHERE company_id = ${companyId} AND contact_id = ${from}
      AND (id = ANY(${[...ids]}::uuid[]) OR item_id = ANY(${[...itemIds]}::uuid[]))
  `.execute(tx);
}

/** The last scored response of a contact since an instant, or undefined. */
export async function lastAnswerSince(
  tx: Transaction,
  { companyId, contactId, since }: { companyId: CompanyId; contactId: ContactId; since: Date },
): Promise<{ at: Date; score: number; metric: Metric } | undefined> {
  const { rows } = await sql<{ at: Date; score: number; metric: Metric }>`
    SELECT answered_at AS at, score, metric FROM responses
    WHERE company_id = ${companyId} AND contact_id = ${contactId} AND answered_at >= ${since} AND score IS NOT NULL
    ORDER BY answered_at DESC, id DESC
    LIMIT 1
  `.execute(tx);
  return rows[0];
}
