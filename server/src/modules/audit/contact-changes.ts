import { sql } from 'kysely';
import type { AuditAction } from '@escuta/contract/audit';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { isBehind, timeKey } from '#platform/db/time-key.ts';
import type { TimeKey } from '#platform/db/time-key.ts';

/** Something that was done to a contact. */
export interface ContactChange {
  readonly key: TimeKey;
  readonly id: string;
  readonly at: Date;
  readonly action: AuditAction;
  /** Who did it, by the name of that moment; null where the product did. */
  readonly by: string | null;
  /** The names of the fields that were edited, or shown to whoever asked for them; none of anything else. */
  readonly fields: readonly string[];
}

/** The next things that were done to a contact of a unit, newest first. */
export async function walkContactChanges(
  tx: Transaction,
  {
    companyId,
    businessUnitId,
    contactIds,
    after,
    limit,
  }: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    /** The contact, and those who were merged into it. */
    contactIds: readonly ContactId[];
    after?: TimeKey | undefined;
    limit: number;
  },
): Promise<ContactChange[]> {
  const { rows } = await sql<ContactChange>`
    SELECT ${timeKey('at', 'id')} AS key, id, at, action, actor_name AS by,
      CASE WHEN action IN ('contact.changed', 'contact.revealed') THEN coalesce(after -> 'fields', '[]') ELSE '[]' END AS fields
    FROM audit_events
    WHERE company_id = ${companyId} AND target_type = 'contact' AND target_id = ANY(${[...contactIds]}::text[])
      AND (business_unit_id = ${businessUnitId} OR business_unit_id IS NULL) AND result = 'done'
      AND ${isBehind(after, 'at', 'id')}
    ORDER BY at DESC, id DESC
    LIMIT ${limit}
  `.execute(tx);
  return rows;
}
