import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { Segment } from '@escuta/contract/segments';
import type { SegmentRow } from './queries.ts';

interface Shown {
  /** How many a list has. */
  readonly members: number;
  readonly users: number;
  readonly role: Role;
  readonly now: Date;
}

/** A segment or list as the wire shows it to a role. */
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
  { members, users, role, now }: Shown,
): Segment {
  return {
    _id: id,
    name,
    kind: Segment.shape.kind.parse(kind),
    definition: can(role, 'contacts.identify') ? definition : null,
    contacts: counted ?? members,
    counted_at: (countedAt ?? now).toISOString(),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    used_by: users,
  };
}
