import { sql } from 'kysely';
import type { BulkActionId, BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { isBehind, timeKey } from '#platform/db/time-key.ts';
import type { TimeKey } from '#platform/db/time-key.ts';

/** The tags that an action on many gave a contact, or took away. */
export interface TagChange {
  readonly key: TimeKey;
  readonly id: BulkActionId;
  readonly at: Date;
  readonly isTagged: boolean;
  readonly tags: readonly string[];
  /** Who began the action, by the name of that moment. */
  readonly by: string | null;
}

/** The next actions that changed the tags of a contact of a unit, newest first. */
export async function walkTagChanges(
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
    /** The contact, and those who were merged into it: an action that reached several of them is told of once. */
    contactIds: readonly ContactId[];
    after?: TimeKey | undefined;
    limit: number;
  },
): Promise<TagChange[]> {
  const { rows } = await sql<TagChange>`
    SELECT ${timeKey('at', 'id')} AS key, id, at, "isTagged", tags, by
    FROM (
      SELECT action.id, action.kind = 'tag' AS "isTagged", action.actor ->> 'userName' AS by,
        max(reached.changed_at) AS at, array_agg(DISTINCT tag) AS tags
      FROM bulk_action_contacts AS reached
      JOIN bulk_actions AS action ON action.company_id = reached.company_id AND action.id = reached.bulk_action_id
      CROSS JOIN unnest(reached.changed_tags) AS tag
      WHERE reached.company_id = ${companyId} AND reached.contact_id = ANY(${[...contactIds]}::uuid[])
        AND reached.changed_at IS NOT NULL AND action.business_unit_id = ${businessUnitId}
      GROUP BY action.company_id, action.id
    ) AS happened
    WHERE ${isBehind(after, 'at', 'id')}
    ORDER BY at DESC, id DESC
    LIMIT ${limit}
  `.execute(tx);
  return rows;
}
