import type { SegmentDefinition } from '@escuta/contract/segments';
import { withoutScan } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { countAllContacts } from '../queries.ts';
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
  return countAllContacts(tx, { companyId, businessUnitId, among: definitionWhere(definition, context) });
}
