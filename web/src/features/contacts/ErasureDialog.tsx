import { anonymizeContact, deleteContact } from '@escuta/contract/erasures';
import type { CommentTreatment, ErasureReport as Report } from '@escuta/contract/erasures';
import type { Contact } from '@escuta/contract/contacts';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ErasureReport } from '#web/features/contacts/ErasureReport.tsx';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { CommentsChoice } from '#web/ui/CommentsChoice.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import { CallFailure } from '#web/ui/CallFailure.tsx';

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
  const { t } = useTranslation(['erasures', 'ui']);
  const personName = usePersonName();
  const anonymizing = useRouteMutation(anonymizeContact);
  const deleting = useRouteMutation(deleteContact);
  const [comments, setComments] = useState<CommentTreatment>('remove');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const mustType = act === 'delete';
  const name = contact.name || contact.email || contact.tel || personName(contact);
  const error = anonymizing.error ?? deleting.error;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (mustType && !isSameName(typed, name)) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    const params = { id: contact._id };
    if (act === 'delete') deleting.mutate({ params, query: { comments } }, { onSuccess: onReport });
    else anonymizing.mutate({ params, body: { comments } }, { onSuccess: onReport });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t(`question.${act}`, { name })}</Text>
        <CommentsChoice value={comments} onChange={setComments} />
        {mustType && (
          <TextInput
            ref={field}
            label={t('typeLabel', { name })}
            autoComplete="off"
            data-autofocus
            value={typed}
            error={isWrong && t('typeWrong', { name })}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
            }}
          />
        )}
        <CallFailure error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onBack} {...(mustType ? {} : { 'data-autofocus': true })}>
            {t('ui:dialog.back')}
          </Button>
          <Button type="submit" color="red.9" loading={anonymizing.isPending || deleting.isPending}>
            {t(`action.${act}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Upper and lower case, and how many spaces, are the same name to who types it. */
function isSameName(typed: string, name: string): boolean {
  const plain = (text: string) => text.normalize('NFC').trim().split(/\s+/).join(' ').toLowerCase();
  return plain(typed) === plain(name);
}
