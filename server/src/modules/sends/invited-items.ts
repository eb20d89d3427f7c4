import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import type { ItemState } from './item-state.ts';

/** The key of a message: its partition and its id, as an answer token names them. */
export interface ItemKey {
  /** The first day of the month, `YYYY-MM-01`. */
  readonly itemsMonth: string;
  readonly itemId: string;
}

/** A message that invited somebody to answer. `contactId` is null once the contact was deleted. */
export interface InvitedItem extends ItemKey {
  readonly sendId: string;
  readonly surveyId: string;
  readonly surveyVersionId: string;
  readonly businessUnitId: string;
  readonly contactId: string | null;
  readonly channel: string;
  readonly state: ItemState;
  /** When the mail server took it or refused it; null while no result is known. */
  readonly executedAt: Date | null;
}

/** The messages behind answer links, in no particular order; those that do not exist are left out. One statement. */
export async function findInvitedItems(
  tx: Transaction,
  { companyId, items }: { companyId: string; items: readonly ItemKey[] },
): Promise<InvitedItem[]> {
  if (items.length === 0) return [];
  // The months stand beside the keys, so that only these partitions are planned for; OFFSET 0 keeps each look-up one by
  // key also when the database knows nothing of a company's new rows.
  const months = [...new Set(items.map((item) => item.itemsMonth))];
  const { rows } = await sql<InvitedItem>`
    SELECT i.id AS "itemId", i.items_month AS "itemsMonth", i.send_id AS "sendId", s.survey_id AS "surveyId",
      s.survey_version_id AS "surveyVersionId", i.business_unit_id AS "businessUnitId", i.contact_id AS "contactId",
      i.channel, i.state, i.executed_at AS "executedAt"
    FROM (
      SELECT DISTINCT unnest(${items.map((item) => item.itemsMonth)}::date[]) AS items_month,
        unnest(${items.map((item) => item.itemId)}::uuid[]) AS id
    ) AS wanted
    CROSS JOIN LATERAL (
      SELECT id, items_month, send_id, business_unit_id, contact_id, channel, state, executed_at FROM send_items look
      WHERE look.company_id = ${companyId} AND look.items_month = ANY(${months}::date[])
        AND look.items_month = wanted.items_month AND look.id = wanted.id
      OFFSET 0
    ) AS i
    JOIN sends s ON s.company_id = ${companyId} AND s.id = i.send_id
  `.execute(tx);
  return rows;
}

export interface Evidence {
  readonly itemId: string;
  readonly kind: 'answer' | 'bounce' | 'delivery_report' | 'open';
  readonly at: Date;
}

/** Keeps what the world told us of messages; the first of a kind stays. It settles unknown results. */
export async function recordEvidence(
  tx: Transaction,
  { companyId, evidence }: { companyId: string; evidence: readonly Evidence[] },
): Promise<void> {
  if (evidence.length === 0) return;
  await sql`
    INSERT INTO send_evidence (company_id, item_id, kind, at)
    SELECT ${companyId}, item_id, kind, min(at)
    FROM unnest(
      ${evidence.map((each) => each.itemId)}::uuid[],
      ${evidence.map((each) => each.kind)}::text[],
      ${evidence.map((each) => each.at.toISOString())}::timestamptz[]
    ) AS told (item_id, kind, at)
    GROUP BY item_id, kind
    ORDER BY item_id, kind
    ON CONFLICT DO NOTHING
  `.execute(tx);
}
