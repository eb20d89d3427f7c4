import type { SegmentId } from '@escuta/contract/ids';
import { listSegments, segmentKinds } from '@escuta/contract/segments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '#web/lib/route-query.ts';
import { Select } from '#web/ui/Select.tsx';

interface SegmentFilterProps {
  readonly chosen: SegmentId | undefined;
  readonly onChoose: (id: SegmentId | undefined) => void;
}

const everybody = '';
const headings = { segment: 'filter.segments', list: 'filter.lists' } as const;

/** Narrows a list of contacts to those of a segment or list; nothing while the unit has none. */
export function SegmentFilter({ chosen, onChoose }: SegmentFilterProps) {
  const { t } = useTranslation('segments');
  const { data } = useQuery(routeQuery(listSegments, {}));
  const segments = data?.data ?? [];
  if (segments.length === 0 && !chosen) return null;
  const isListed = !chosen || !data || segments.some(({ _id }) => _id === chosen);
  return (
    <Select
      aria-label={t('filter.label')}
      searchable
      openOnFocus={false}
      flex="1 1 180px"
      maw={{ xs: 240 }}
      allowDeselect={false}
      data={[
        { value: everybody, label: t('filter.all') },
        ...(isListed ? [] : [{ value: chosen as string, label: t('filter.gone') }]),
        ...segmentKinds.flatMap((kind) => {
          const items = segments.filter((segment) => segment.kind === kind);
          const options = items.map(({ _id, name }) => ({ value: _id as string, label: name }));
          return options.length > 0 ? [{ group: t(headings[kind]), items: options }] : [];
        }),
      ]}
      value={chosen ?? everybody}
      onChange={(value) => onChoose(segments.find(({ _id }) => _id === value)?._id)}
    />
  );
}
