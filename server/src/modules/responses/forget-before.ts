import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId, ItemId, ResponseId } from '@escuta/contract/ids';
import { detachItems } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { isBehind, timeKey } from '#platform/db/time-key.ts';
import type { TimeKey } from '#platform/db/time-key.ts';

export type ForgottenPart = 'identity' | 'comments';

interface Before {
  readonly companyId: CompanyId;
  readonly before: Date;
}

interface Batch extends Before {
  readonly businessUnitId: BusinessUnitId;
  readonly part: ForgottenPart;
  readonly after: TimeKey | undefined;
  readonly limit: number;
}

/** What stands for a text that is gone. Never nothing: whoever wrote a comment has written one, in every count and filter. */
const taken = '***';

/** The responses of a company that say who answered, or what was written, and were answered before an instant. */
export async function countToForget(
  tx: Transaction,
  { companyId, before, part }: Before & { part: ForgottenPart },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM responses
    WHERE company_id = ${companyId} AND answered_at < ${before} AND ${says(part)}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Takes out of the next responses of a unit who answered, also out of their messages, or what was written. Scores, groups, days and
 * everything that is counted stay. @returns how many were reached, and where to go on; undefined at the end.
 */
export async function forgetResponsesBefore(
  tx: Transaction,
  { companyId, businessUnitId, part, before, after, limit }: Batch,
): Promise<{ rows: number; after: TimeKey | undefined }> {
  const { rows: held } = await sql<{ id: ResponseId; item: ItemId | null; contact: ContactId | null; key: TimeKey }>`
    SELECT id, item_id AS item, contact_id AS contact, ${timeKey('responses.answered_at', 'responses.id')} AS key
    FROM responses
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND answered_at < ${before}
      AND ${isBehind(after, 'responses.answered_at', 'responses.id')} AND ${says(part)}
    ORDER BY answered_at DESC, id DESC
    LIMIT ${limit}
    FOR NO KEY UPDATE
  `.execute(tx);
  const ids = held.map(({ id }) => id);
  if (part === 'comments') await forgetTexts(tx, companyId, ids);
  else {
    await sql`
      UPDATE responses SET contact_id = NULL WHERE company_id = ${companyId} AND id = ANY(${ids}::uuid[])
    `.execute(tx);
    await detachItems(
      tx,
      companyId,
      held.flatMap(({ item, contact }) => (item && contact ? [{ itemId: item, contactId: contact }] : [])),
    );
  }
  return { rows: held.length, after: held.length < limit ? undefined : held.at(-1)?.key };
}

function says(part: ForgottenPart): RawBuilder<boolean> {
  if (part === 'identity') return sql<boolean>`responses.contact_id IS NOT NULL`;
  return sql<boolean>`(responses.comment <> ${taken} OR EXISTS (
    SELECT FROM answers a
    WHERE a.company_id = responses.company_id AND a.response_id = responses.id AND a.text <> '' AND a.text <> ${taken}
  ))`;
}

async function forgetTexts(tx: Transaction, companyId: CompanyId, ids: readonly ResponseId[]): Promise<void> {
  await sql`
    UPDATE answers SET text = ${taken}
    WHERE company_id = ${companyId} AND response_id = ANY(${ids}::uuid[]) AND text <> '' AND text <> ${taken}
  `.execute(tx);
  await sql`
    UPDATE responses SET comment = ${taken}
    WHERE company_id = ${companyId} AND id = ANY(${ids}::uuid[]) AND comment <> ${taken}
  `.execute(tx);
}
