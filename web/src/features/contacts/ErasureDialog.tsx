import { anonymizeContact, deleteContact } from '@escuta/contract/erasures';
import type { CommentTreatment, ErasureReport as Report } from '@escuta/contract/erasures';
import type { Contact } from '@escuta/contract/contacts';
import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErasureReport } from '#web/features/contacts/ErasureReport.tsx';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { CommentsChoice } from '#web/ui/CommentsChoice.tsx';
import { ConfirmForm } from '#web/ui/form/ConfirmForm.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';

export type ErasureAct = 'anonymize' | 'delete';

interface ErasureDialogProps {
  readonly contact: Contact;
  /** What is asked; nothing when closed. */
  readonly act: ErasureAct | undefined;
  readonly onBack: () => void;
  /** It is done, and what was done was read. */
  readonly onDone: (act: ErasureAct) => void;
}

/** Asks before a person is taken out of the product, and says afterwards what was. */
export function ErasureDialog({ contact, act, onBack, onDone }: ErasureDialogProps) {
  const { t } = useTranslation(['erasures', 'ui']);
  // While the dialog fades it still shows what it showed.
  const [shown, setShown] = useState<ErasureAct>('anonymize');
  if (act !== undefined && act !== shown) setShown(act);
  const [report, setReport] = useState<Report>();
  const close = () => (report ? onDone(shown) : onBack());
  return (
    <Modal
      opened={act !== undefined}
      onClose={close}
      onExitTransitionEnd={() => setReport(undefined)}
      title={t(report ? `done.${shown}` : `ask.${shown}`)}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      {report ? (
        <ErasureReport report={report} onClose={close} />
      ) : (
        <Question key={shown} contact={contact} act={shown} onBack={onBack} onReport={setReport} />
      )}
    </Modal>
  );
}

interface QuestionProps {
  readonly contact: Contact;
  readonly act: ErasureAct;
  readonly onBack: () => void;
  readonly onReport: (report: Report) => void;
}

/** Who deletes types the name, or what the contact has instead of one. */
function Question({ contact, act, onBack, onReport }: QuestionProps) {
  const { t } = useTranslation('erasures');
  const personName = usePersonName();
  const anonymizing = useRouteMutation(anonymizeContact);
  const deleting = useRouteMutation(deleteContact);
  const [comments, setComments] = useState<CommentTreatment>('remove');
  const name = contact.name || contact.email || contact.tel || personName(contact);
  const params = { id: contact._id };
  return (
    <ConfirmForm
      call={act === 'delete' ? deleting : anonymizing}
      proof={
        act === 'delete' && {
          label: t('typeLabel', { name }),
          wrong: t('typeWrong', { name }),
          isRight: (typed) => isSameName(typed, name),
        }
      }
      confirmLabel={t(`action.${act}`)}
      isDestructive
      onConfirm={() =>
        act === 'delete'
          ? deleting.mutate({ params, query: { comments } }, { onSuccess: onReport })
          : anonymizing.mutate({ params, body: { comments } }, { onSuccess: onReport })
      }
      onBack={onBack}
    >
      <Text>{t(`question.${act}`, { name })}</Text>
      <CommentsChoice value={comments} onChange={setComments} />
    </ConfirmForm>
  );
}

/** Upper and lower case, and how many spaces, are the same name to who types it. */
function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFC').trim().split(/\s+/).join(' ').toLowerCase();
  return plain(typed) === plain(name);
}
