import type { Segment } from '@escuta/contract/segments';

/** A segment of those called Ana. `at` tells it from another one. */
export function testSegment(at: number, changes: Partial<Segment> = {}): Segment {
  return {
    _id: `019a9f3e-0000-7000-8000-${String(500 + at).padStart(12, '0')}` as Segment['_id'],
    name: `Segmento ${at}`,
    kind: 'segment',
    definition: { match: 'all', of: [{ kind: 'text', field: 'name', test: { op: 'contains', value: 'Ana' } }] },
    contacts: 1_240,
    counted_at: '2026-11-20T15:00:00.000Z',
    created_at: '2026-11-19T15:00:00.000Z',
    updated_at: '2026-11-20T15:00:00.000Z',
    used_by: 0,
    ...changes,
  };
}
