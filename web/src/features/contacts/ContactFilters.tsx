import type { SegmentId } from '@escuta/contract/ids';
import type { ListSource } from '@escuta/contract/segments';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FreezeButton } from '#web/features/contacts/segments/FreezeButton.tsx';
import { SegmentFilter } from '#web/features/contacts/segments/SegmentFilter.tsx';

interface ContactFiltersProps {
  readonly filter: Extract<ListSource, { filter: object }>['filter'];
  readonly total: number | undefined;
  readonly onSegment: (segment: SegmentId | undefined) => void;
  readonly onClear: () => void;
}

/** What narrows the list of contacts beside the search, and what can be made of those whom it finds then. */
export function ContactFilters({ filter, total, onSegment, onClear }: ContactFiltersProps) {
  const { t } = useTranslation('contacts');
  return (
    <>
      <SegmentFilter chosen={filter.segment} onChoose={onSegment} />
      {filter.importDataId && (
        <Button variant="light" size="compact-sm" onClick={onClear}>
          {t('clearImport')}
        </Button>
      )}
      <FreezeButton filter={filter} total={total} />
    </>
  );
}
