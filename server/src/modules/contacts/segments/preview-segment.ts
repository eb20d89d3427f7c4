import type { SegmentId } from '@escuta/contract/ids';
import { sampleMax } from '@escuta/contract/segments';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { withoutSort } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { findContactRows, matching } from '../queries.ts';
import type { ContactRow } from '../queries.ts';
import { checkDefinition } from './check-definition.ts';
import { countSegment } from './count-segment.ts';
import { definitionWhere, segmentContext } from './segment-where.ts';
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
  checkDefinition(definition, { id: segmentId, context });
  const total = await countSegment(tx, context, definition);
  // Of few, sorting those that are found is quick; of many, the first stand near the beginning of the index.
  if (total > fewMax) await withoutSort(tx);
  const found = await matching(tx, { ...unit, among: definitionWhere(definition, context) })
    .select('contacts.id')
    .orderBy('contacts.created_at', 'desc')
    .orderBy('contacts.id', 'desc')
    .limit(sampleMax)
    .execute();
  return { total, sample: await findContactRows(tx, { ...unit, ids: found.map(({ id }) => id) }) };
}

const fewMax = 10_000;
