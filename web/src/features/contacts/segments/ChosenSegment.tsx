import type { SegmentId } from '@escuta/contract/ids';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSegmentOfId } from '#web/features/contacts/segments/use-segment-of-id.ts';

/** The whole name of the segment or list that contacts are narrowed to: the filter cuts a long one. */
export function ChosenSegment({ id }: { id: SegmentId | undefined }) {
  const { t } = useTranslation('segments');
  const segment = useSegmentOfId(id);
  if (!segment) return null;
  return (
    <Text fw={500} mb="sm" style={{ overflowWrap: 'anywhere' }}>
      {t(`filter.chosen.${segment.kind}`, { name: segment.name })}
    </Text>
  );
}
