import type { SegmentId } from '@escuta/contract/ids';
import { listSegments } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '#web/lib/route-query.ts';

/** The segment or list of this id; none while it is not known, or where it is gone. */
export function useSegmentOfId(id: SegmentId | undefined): Segment | undefined {
  const { data } = useQuery(routeQuery(listSegments, id && {}));
  return data?.data.find(({ _id }) => _id === id);
}
