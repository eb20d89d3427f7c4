import { sql } from 'kysely';
import type { CompanyId, ContactId, ItemId, ResponseId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { lastAnswers } from './last-answers.ts';
import type { LastAnswer } from './last-answers.ts';

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

/**
 * The last scored response of a contact, or null; undefined where the one that the contact is marked with, by its time, is there and is the
 * last one.
 */
export async function lastAnswerBeside(
  tx: Transaction,
  { companyId, contactId, marked }: { companyId: CompanyId; contactId: ContactId; marked: string | null },
): Promise<LastAnswer | null | undefined> {
  const last = (await lastAnswers(tx, companyId, [contactId])).get(contactId) ?? null;
  if (marked === null || (last && last.at >= new Date(marked))) return last;
  const { rows } = await sql`
    SELECT FROM responses
    WHERE company_id = ${companyId} AND contact_id = ${contactId} AND answered_at = ${marked}::timestamptz
    LIMIT 1
  `.execute(tx);
  return rows.length > 0 ? undefined : last;
}
