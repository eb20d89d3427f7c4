import { sql } from 'kysely';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { withoutScan } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { matching } from '../queries.ts';
import type { SegmentContext } from './conditions/condition.ts';
import { definitionWhere } from './segment-where.ts';

/** How many contacts conditions find. */
export async function countSegment(
  tx: Transaction,
  context: SegmentContext,
  definition: SegmentDefinition,
): Promise<number> {
  const { companyId, businessUnitId } = context;
  await withoutScan(tx);
  const { count } = await matching(tx, { companyId, businessUnitId, among: definitionWhere(definition, context) })
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
