import type { SegmentId } from '@escuta/contract/ids';
import { sampleMax } from '@escuta/contract/segments';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { withoutScan } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { countWithNewest } from '../count-with-newest.ts';
import { findContactRows } from '../queries.ts';
import type { ContactRow } from '../queries.ts';
import { checkDefinition } from './check-definition.ts';
import { definitionWhere, forFew, segmentContext } from './segment-where.ts';
import type { SegmentUnit } from './queries.ts';

interface Previewed {
  readonly definition: SegmentDefinition;
  /** The segment that is being edited. */
  readonly segmentId?: SegmentId | undefined;
}

/** How many contacts conditions find, and the newest of them. Refuses what `checkDefinition` refuses. */
export async function previewSegment(
  tx: Transaction,
  { companyId, businessUnitId }: SegmentUnit,
  { definition, segmentId }: Previewed,
  now: Date,
): Promise<{ total: number; sample: ContactRow[] }> {
  const unit = { companyId, businessUnitId };
  const context = await segmentContext(tx, unit, now);
  await checkDefinition(tx, definition, { id: segmentId, context });
  await withoutScan(tx);
  const filter = { ...unit, among: definitionWhere(definition, context) };
  const near = { ...unit, among: definitionWhere(definition, forFew(context)) };
  const { total, ids } = await countWithNewest(tx, filter, { most: sampleMax, near });
  return { total, sample: await findContactRows(tx, { ...unit, ids }) };
}
