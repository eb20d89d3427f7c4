import { getSegment, listSegments, updateSegment } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '#web/features/contacts/segments/NameDialog.tsx';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { noticeSuccess } from '#web/ui/notices.tsx';

/** Gives a list another name: all that can be changed of it. */
export function RenameDialog({ list: { _id, name }, onClose }: { list: Segment; onClose: () => void }) {
  const { t } = useTranslation('segments');
  const update = useRouteMutation(updateSegment, { invalidates: [listSegments, getSegment] });
  return (
    <NameDialog
      title={t('rename')}
      name={name}
      submitLabel={t('builder.save')}
      onSubmit={async (typed) => {
        await update.mutateAsync({ params: { id: _id }, body: { name: typed } });
        noticeSuccess(t('renamed'));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
