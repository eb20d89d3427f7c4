import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrentPasswordInput } from '#web/features/profile/CurrentPasswordInput.tsx';
import { AttemptFailure } from '#web/ui/form/AttemptFailure.tsx';
import { useAttempt } from '#web/ui/form/use-attempt.ts';

interface PasswordDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirmLabel: string;
  readonly isDestructive?: boolean;
  /** Asks for a code of the authenticator, or a recovery code, too. */
  readonly asksForCode?: boolean;
  /** Does it, and closes the dialog when it is done. */
  readonly onConfirm: (given: { password: string; token: string }) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password once more, before what protects the account is changed. */
export function PasswordDialog({ opened, title, onClose, ...asked }: PasswordDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('dialog.close') }}>
      <PasswordForm {...asked} onClose={onClose} />
    </Modal>
  );
}

function PasswordForm({
  text,
  confirmLabel,
  isDestructive = false,
  asksForCode = false,
  onConfirm,
  onClose,
}: Omit<PasswordDialogProps, 'opened' | 'title'>) {
  const { t } = useTranslation(['profile', 'ui']);
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const { failure, isBusy, run } = useAttempt();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await onConfirm({ password, token: token.trim() });
          onClose();
        });
      }}
    >
      <Stack gap="md">
        <Text>{text}</Text>
        <CurrentPasswordInput
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {asksForCode && (
          <TextInput
            label={t('secondFactor.anyCode')}
            autoComplete="one-time-code"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
        )}
        <AttemptFailure text={failure} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui:dialog.back')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={asksForCode && token.trim() === ''}
            {...(isDestructive ? { color: 'red.8' } : {})}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
