import { createContactList, listSegments } from '@escuta/contract/segments';
import type { ListSource } from '@escuta/contract/segments';
import { Button } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '#web/features/contacts/segments/NameDialog.tsx';
import { useSegmentOfId } from '#web/features/contacts/segments/use-segment-of-id.ts';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

type Filter = Extract<ListSource, { filter: object }>['filter'];

interface FreezeButtonProps {
  /** What the list of contacts is narrowed by. */
  readonly filter: Filter;
  readonly total: number | undefined;
}

/** Makes a list of those whom a narrowed list of contacts finds; of nobody, and of a whole list, there is none. */
export function FreezeButton({ filter, total = 0 }: FreezeButtonProps) {
  const { t } = useTranslation('segments');
  const { can } = useMe();
  const [isOpen, setOpen] = useState(false);
  const freeze = useRouteMutation(createContactList, { invalidates: [listSegments] });
  const { segment, ...others } = filter;
  const isOfSegment = useSegmentOfId(segment)?.kind === 'segment';
  const isNarrowed = isOfSegment || Object.values(others).some(Boolean);
  if (!can('segments.edit') || !isNarrowed || (total === 0 && !isOpen)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSnowflake size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('freeze.action')}
      </Button>
      {isOpen && (
        <NameDialog
          title={t('freeze.action')}
          text={t('freeze.text')}
          submitLabel={t('freeze.submit')}
          onSubmit={async (name) => {
            await freeze.mutateAsync({ body: { name, from: { filter } } });
            noticeSuccess(t('freeze.done', { name }));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
