import { can } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import { Segment } from '@escuta/contract/segments';
import type { SegmentRow } from './queries.ts';

/** A segment or list as the wire shows it to a role. `members` is how many a list has. */
export function presentSegment(
  { id, name, kind, definition, counted, counted_at: countedAt, created_at: createdAt }: SegmentRow,
  { members, role, now }: { readonly members: number; readonly role: Role; readonly now: Date },
): Segment {
  return {
    _id: id,
    name,
    kind: Segment.shape.kind.parse(kind),
    definition: can(role, 'contacts.identify') ? definition : null,
    contacts: counted ?? members,
    counted_at: (countedAt ?? now).toISOString(),
    created_at: createdAt.toISOString(),
  };
}
