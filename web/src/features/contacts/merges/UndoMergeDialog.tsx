import { getContact, listContacts } from '@escuta/contract/contacts';
import { irreversibleReasons, listMerges, reversibleDays, undoMerge } from '@escuta/contract/merges';
import type { Merge } from '@escuta/contract/merges';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useChoiceLabel } from '#web/features/contacts/merges/use-compared-fields.ts';
import { toldOfContact } from '#web/features/contacts/told-of-contact.ts';
import { isRefusal } from '#web/lib/call.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useErrorText } from '#web/ui/error-text.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';

const refusal = z.object({ reason: z.enum(irreversibleReasons) });

/** Asks before a merge is reversed, and tells what stays as it was edited since. */
export function UndoMergeDialog({ merge, onClose }: { merge: Merge; onClose: () => void }) {
  const { t } = useTranslation('merges');
  const errorText = useErrorText();
  const personName = usePersonName();
  const labelOf = useChoiceLabel();
  const undo = useRouteMutation(undoMerge, {
    invalidates: [listMerges, getContact, listContacts, ...toldOfContact],
    onSuccess: ({ edited }) => {
      noticeSuccess(
        edited.length === 0 ? t('note.done') : t('note.edited', { fields: edited.map(labelOf).join(', ') }),
      );
      onClose();
    },
    onError: (error) => {
      if (isRefusal(undoMerge, error, 'MERGE_NOT_REVERSIBLE'))
        noticeFailure(t(`note.reason.${refusal.parse(error.params).reason}`, { days: reversibleDays }));
      else noticeFailure(isRefusal(undoMerge, error, 'CONTACT_EXISTS') ? t('note.taken') : errorText(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('note.ask')}
      text={t('note.askText', { name: personName(merge.absorbed) })}
      confirmLabel={t('note.undo')}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate({ params: { id: merge._id } })}
      onClose={onClose}
    />
  );
}
