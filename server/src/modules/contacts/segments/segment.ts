import { addDays } from '@escuta/contract/calendar-days';
import type { SegmentId } from '@escuta/contract/ids';
import type { DateTest } from '@escuta/contract/segment-conditions';
import { conditionsOf } from '@escuta/contract/segments';
import type { SegmentDefinition } from '@escuta/contract/segments';

/** Days from `from` to `to`, both included, as PostgreSQL reads them: `-infinity` and `infinity` too; open where one is null. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** Which days a test means, seen from today; null where it asks only whether there is one. */
export function dayRange(test: DateTest, today: string): DayRange | null {
  switch (test.op) {
    case 'on':
      return { from: test.day, to: test.day };
    case 'before':
      return { from: null, to: inYears(addDays(test.day, -1)) };
    case 'after':
      return { from: inYears(addDays(test.day, 1)), to: null };
    case 'lastDays':
      return { from: addDays(today, 1 - test.days), to: today };
    case 'olderThanDays':
      return { from: null, to: addDays(today, -test.days) };
    case 'nextDays':
      return { from: today, to: addDays(today, test.days - 1) };
    case 'known':
    case 'unknown':
      return null;
  }
}

/** A day, or what is before or behind all days that can be written: PostgreSQL knows no year 0, and a year 10000 as none of ours. */
function inYears(day: string): string {
  // As ISO 8601 writes them: '+010000-01-01', '-000001-12-31'.
  if (day.startsWith('+')) return 'infinity';
  return day < '0001-01-01' ? '-infinity' : day;
}

/** The segments that a definition names. */
export function segmentsIn(definition: SegmentDefinition): SegmentId[] {
  return conditionsOf(definition).flatMap((condition) => (condition.kind === 'segment' ? [condition.segmentId] : []));
}

/** The internal names of the custom fields that a definition asks for. */
export function customFieldsIn(definition: SegmentDefinition): string[] {
  return conditionsOf(definition).flatMap((condition) => (condition.kind === 'custom' ? [condition.field] : []));
}

/** Whether a segment of these conditions would be made of itself, directly or by way of others. */
export function isCircular(
  id: SegmentId,
  definition: SegmentDefinition,
  others: ReadonlyMap<SegmentId, { readonly definition: SegmentDefinition | null }>,
): boolean {
  const seen = new Set<SegmentId>();
  const open = segmentsIn(definition);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    const named = others.get(next)?.definition;
    if (named) open.push(...segmentsIn(named));
  }
  return false;
}

/** How many conditions a segment may have when those of the segments that it names are counted with them. */
export const writtenOutMax = 500;

/** How many conditions the statement of a definition has, with those of the segments that it names, which name no circle. */
export function writtenOutSize(
  definition: SegmentDefinition,
  others: ReadonlyMap<SegmentId, { readonly definition: SegmentDefinition | null }>,
  known = new Map<SegmentId, number>(),
): number {
  const sizeOf = (id: SegmentId) => {
    const named = others.get(id)?.definition;
    const size = known.get(id) ?? (named ? writtenOutSize(named, others, known) : 1);
    known.set(id, size);
    return size;
  };
  return conditionsOf(definition).reduce(
    (total, condition) => total + (condition.kind === 'segment' ? sizeOf(condition.segmentId) : 1),
    0,
  );
}
