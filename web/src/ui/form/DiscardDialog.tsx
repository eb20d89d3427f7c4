import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

interface DiscardDialogProps {
  readonly opened: boolean;
  readonly onAnswer: (mayDiscard: boolean) => void;
}

/** Asks whether what was typed may go. */
export function DiscardDialog({ opened, onAnswer }: DiscardDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <ConfirmDialog
      opened={opened}
      title={t('discard.title')}
      text={t('discard.text')}
      confirmLabel={t('discard.confirm')}
      stayLabel={t('discard.stay')}
      isDestructive
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    />
  );
}
