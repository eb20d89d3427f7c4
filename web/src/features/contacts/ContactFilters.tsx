import type { SegmentId } from '@escuta/contract/ids';
import type { ListSource } from '@escuta/contract/segments';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FreezeButton } from '#web/features/contacts/segments/FreezeButton.tsx';
import { SegmentFilter } from '#web/features/contacts/segments/SegmentFilter.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';

interface ContactFiltersProps {
  /** When the import was begun whose contacts are shown, as the address has it. */
  readonly importDate: string | undefined;
  readonly filter: Extract<ListSource, { filter: object }>['filter'];
  readonly total: number | undefined;
  readonly onSegment: (segment: SegmentId | undefined) => void;
  readonly onClear: () => void;
}

/** What narrows the list of contacts beside the search, and what can be made of those whom it finds then. */
export function ContactFilters({ filter, importDate, total, onSegment, onClear }: ContactFiltersProps) {
  const { t } = useTranslation('contacts');
  const { business } = useMe();
  return (
    <>
      <SegmentFilter chosen={filter.segment} onChoose={onSegment} />
      {filter.importDataId && (
        <Button variant="light" size="compact-sm" onClick={onClear}>
          {isInstant(importDate)
            ? t('clearImportOf', { when: formatInstant(importDate, business.timezone) })
            : t('clearImport')}
        </Button>
      )}
      <FreezeButton filter={filter} total={total} />
    </>
  );
}

/** Anybody may write anything into an address. */
function isInstant(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text));
}
