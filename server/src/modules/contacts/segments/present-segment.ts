import { can } from '@escuta/contract/access-policy';
import { Segment } from '@escuta/contract/segments';
import type { Scope } from '#platform/http/scope.ts';
import type { SegmentRow } from './queries.ts';

interface Shown {
  /** How many a list has. */
  readonly members: number;
  readonly users: number;
  readonly to: Pick<Scope, 'role' | 'narrowing'>;
  readonly now: Date;
}

/** A segment or list as the wire shows it to somebody. */
export function presentSegment(
  {
    id,
    name,
    kind,
    definition,
    counted,
    counted_at: countedAt,
    created_at: createdAt,
    updated_at: updatedAt,
  }: SegmentRow,
  { members, users, to: { role, narrowing }, now }: Shown,
): Segment {
  return {
    _id: id,
    name,
    kind: Segment.shape.kind.parse(kind),
    definition: can(role, 'contacts.identify') && !narrowing ? definition : null,
    contacts: narrowing ? null : (counted ?? members),
    counted_at: (countedAt ?? now).toISOString(),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    used_by: users,
  };
}
