import { createSend, listQueues } from '@escuta/contract/sends';
import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SendForm } from '#web/features/sends/api.ts';
import { channelKey } from '#web/features/sends/channel-text.ts';
import { useSendKey } from '#web/features/sends/use-send-key.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { ConfirmForm } from '#web/ui/form/ConfirmForm.tsx';

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
  const figure = formatNumber(eligible);
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
      <ConfirmForm
        call={sending}
        proof={
          eligible > typedAbove && {
            label: t('new.confirm.typeLabel', { figure }),
            wrong: t('new.confirm.typeWrong', { figure }),
            isNumber: true,
            // '12.345', '12,345' and '12 345' are the same number to who types it.
            isRight: (typed) => typed.replace(/[\s.,]/g, '') === String(eligible),
          }
        }
        confirmLabel={t('new.confirm.send', { count: eligible, figure })}
        onConfirm={() => {
          if (!form) return;
          const idempotencyKey = keyFor(JSON.stringify([business._id, form]));
          sending.mutate({ body: form, idempotencyKey }, { onSuccess: onSent });
        }}
        onBack={close}
      >
        <Text>
          {t(channelKey('new.confirm.text', form?.channel ?? 'email') ?? 'new.confirm.text', {
            count: eligible,
            figure,
            title,
            unit: business.nome,
          })}
        </Text>
        {quarantined > 0 && (
          <Text>
            {quarantined === eligible
              ? t('new.confirm.quarantineAll', { count: eligible })
              : t('new.confirm.quarantine', { count: quarantined, figure: formatNumber(quarantined) })}
          </Text>
        )}
      </ConfirmForm>
    </Modal>
  );
}
