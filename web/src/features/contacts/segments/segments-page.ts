import type { Segment } from '@escuta/contract/segments';
import { plainWords } from '#web/lib/plain-words.ts';
import { listPageSize } from '#web/ui/list/list-search.ts';
import type { ListSearch } from '#web/ui/list/list-search.ts';

/** The page that an address asks for, of all segments and lists: a unit has so few that they come at once, by name. */
export function pageOfSegments(
  segments: readonly Segment[],
  { search = '', sort, page = 1 }: ListSearch,
): { data: Segment[]; total: number } {
  const words = plainWords(search);
  const found = segments.filter(({ name }) => plainWords(name).includes(words));
  const ordered =
    sort === 'updated_at' ? found.toSorted((one, other) => other.updated_at.localeCompare(one.updated_at)) : found;
  return { data: ordered.slice((page - 1) * listPageSize, page * listPageSize), total: found.length };
}
