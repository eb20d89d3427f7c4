import type { SegmentId } from '@escuta/contract/ids';
import type { SegmentCondition } from '@escuta/contract/segment-conditions';
import { conditionsOf } from '@escuta/contract/segments';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { SegmentContext } from './conditions/condition.ts';
import { isValidCondition } from './conditions/index.ts';
import { isCircular, segmentsIn, writtenOutMax, writtenOutSize } from './segment.ts';

interface Checked {
  /** The segment that is being edited. */
  readonly id: SegmentId | undefined;
  readonly context: SegmentContext;
}

/**
 * Refuses NOT_FOUND for a segment that the unit has not; CONDITION_NOT_VALID for a condition that names what the unit has not, or asks of it what cannot be asked, and where the
 * conditions, with those of all segments that they name, are too many; SEGMENT_CYCLE where they come back to the segment itself.
 */
export async function checkDefinition(
  tx: Transaction,
  definition: SegmentDefinition,
  { id, context }: Checked,
): Promise<void> {
  const conditions = conditionsOf(definition);
  const known = await findNamed(tx, conditions, context);
  const place = conditions.findIndex(
    (condition) => !isValidCondition(condition, context) || namedIn(condition).some((named) => !known.has(named)),
  );
  if (place >= 0) throw refuse('CONDITION_NOT_VALID', { place });
  if (segmentsIn(definition).some((named) => !context.segments.has(named))) throw refuse('NOT_FOUND');
  if (id && isCircular(id, definition, context.segments)) throw refuse('SEGMENT_CYCLE');
  const saved = new Map(context.segments);
  if (id) saved.set(id, { definition });
  const measured = new Map<SegmentId, number>();
  const sizes = [definition, ...[...saved.values()].flatMap((each) => each.definition ?? [])].map((each) =>
    writtenOutSize(each, saved, measured),
  );
  if (sizes.some((size) => size > writtenOutMax)) throw refuse('CONDITION_NOT_VALID', { most: writtenOutMax });
}

/** The company or the survey that a condition names. */
function namedIn(condition: SegmentCondition): readonly string[] {
  if (condition.kind === 'survey') return condition.surveyId === null ? [] : [condition.surveyId];
  return condition.kind === 'company' && 'value' in condition.test ? [condition.test.value] : [];
}

/** Which of the companies and surveys that conditions name the unit has: whoever has nothing to do with any other is everybody. */
async function findNamed(
  tx: Transaction,
  conditions: readonly SegmentCondition[],
  { companyId, businessUnitId }: Pick<SegmentContext, 'companyId' | 'businessUnitId'>,
): Promise<ReadonlySet<string>> {
  const ids = conditions.flatMap(namedIn);
  if (ids.length === 0) return new Set();
  const inUnit = sql`company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND id = ANY(${ids}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM contact_companies WHERE ${inUnit} UNION ALL SELECT id FROM surveys WHERE ${inUnit}
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
