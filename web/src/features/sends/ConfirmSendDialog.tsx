import { createSend, listQueues } from '@escuta/contract/sends';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SendForm } from '#web/features/sends/api.ts';
import { channelKey } from '#web/features/sends/channel-text.ts';
import { useSendKey } from '#web/features/sends/use-send-key.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { CallFailure } from '#web/ui/CallFailure.tsx';

/** Above this many contacts the number is typed before they are written to (areas §4.1). */
const typedAbove = 10_000;

interface ConfirmSendDialogProps {
  readonly opened: boolean;
  /** What will be sent; undefined while it is not complete. */
  readonly form: SendForm | undefined;
  readonly title: string;
  readonly eligible: number;
  /** How many of them get it in spite of the quarantine. */
  readonly quarantined: number;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** The last question before messages leave. The same content is sent once, however often it is confirmed. */
export function ConfirmSendDialog({
  opened,
  form,
  title,
  eligible,
  quarantined,
  onClose,
  onSent,
}: ConfirmSendDialogProps) {
  const { t } = useTranslation(['sends', 'ui']);
  const { business } = useMe();
  const sending = useRouteMutation(createSend, { invalidates: [listQueues] });
  // Held here, not in what unmounts on closing: a second try after a lost answer is the same send.
  const keyFor = useSendKey();
  const close = () => {
    sending.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('new.confirm.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      <Question
        text={t(channelKey('new.confirm.text', form?.channel ?? 'email') ?? 'new.confirm.text', {
          count: eligible,
          figure: formatNumber(eligible),
          title,
          unit: business.nome,
        })}
        eligible={eligible}
        quarantined={quarantined}
        isBusy={sending.isPending}
        error={sending.error}
        onClose={close}
        onConfirm={() => {
          if (!form) return;
          const idempotencyKey = keyFor(JSON.stringify([business._id, form]));
          sending.mutate({ body: form, idempotencyKey }, { onSuccess: onSent });
        }}
      />
    </Modal>
  );
}

interface QuestionProps {
  readonly text: string;
  readonly eligible: number;
  readonly quarantined: number;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function Question({ text, eligible, quarantined, isBusy, error, onClose, onConfirm }: QuestionProps) {
  const { t } = useTranslation(['sends', 'ui']);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const figure = formatNumber(eligible);
  const mustType = eligible > typedAbove;

  function submit(event: FormEvent): void {
    event.preventDefault();
    // '12.345', '12,345' and '12 345' are the same number to who types it.
    if (mustType && typed.replace(/[\s.,]/g, '') !== String(eligible)) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    onConfirm();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{text}</Text>
        {quarantined > 0 && (
          <Text>
            {quarantined === eligible
              ? t('new.confirm.quarantineAll', { count: eligible })
              : t('new.confirm.quarantine', { count: quarantined, figure: formatNumber(quarantined) })}
          </Text>
        )}
        {mustType && (
          <TextInput
            ref={field}
            label={t('new.confirm.typeLabel', { figure })}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typed}
            error={isWrong && t('new.confirm.typeWrong', { figure })}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
            }}
          />
        )}
        <CallFailure error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} {...(mustType ? {} : { 'data-autofocus': true })}>
            {t('ui:dialog.back')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('new.confirm.send', { count: eligible, figure })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
