import type { SegmentId } from '@escuta/contract/ids';
import { conditionsOf } from '@escuta/contract/segments';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { refuse } from '#platform/http/refusal.ts';
import type { SegmentContext } from './conditions/condition.ts';
import { isValidCondition } from './conditions/index.ts';
import { isCircular, segmentsIn, writtenOutMax, writtenOutSize } from './segment.ts';

/**
 * Refuses NOT_FOUND for a segment that the unit has not; CONDITION_NOT_VALID for a condition that names what the unit has not, or asks of it what cannot be asked, and where the
 * conditions, with those of all segments that they name, are too many; SEGMENT_CYCLE where they come back to the segment itself.
 */
export function checkDefinition(
  definition: SegmentDefinition,
  { id, context }: { readonly id: SegmentId | undefined; readonly context: SegmentContext },
): void {
  const place = conditionsOf(definition).findIndex((condition) => !isValidCondition(condition, context));
  if (place >= 0) throw refuse('CONDITION_NOT_VALID', { place });
  if (segmentsIn(definition).some((named) => !context.segments.has(named))) throw refuse('NOT_FOUND');
  if (id && isCircular(id, definition, context.segments)) throw refuse('SEGMENT_CYCLE');
  const saved = new Map(context.segments);
  if (id) saved.set(id, { definition });
  const known = new Map<SegmentId, number>();
  const sizes = [definition, ...[...saved.values()].flatMap((each) => each.definition ?? [])].map((each) =>
    writtenOutSize(each, saved, known),
  );
  if (sizes.some((size) => size > writtenOutMax)) throw refuse('CONDITION_NOT_VALID', { most: writtenOutMax });
}
