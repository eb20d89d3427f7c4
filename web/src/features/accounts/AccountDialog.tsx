import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountSearch } from '#web/features/accounts/AccountSearch.tsx';
import { QuickAccounts } from '#web/features/accounts/QuickAccounts.tsx';
import { ReasonForm } from '#web/features/accounts/ReasonForm.tsx';
import type { ChosenAccount } from '#web/features/accounts/use-enter.ts';

interface AccountDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** “Trocar de Conta” (2§2.3): chooses an account, asks why, and goes there. */
export function AccountDialog({ opened, onClose }: AccountDialogProps) {
  const { t } = useTranslation(['accounts', 'ui']);
  const [chosen, setChosen] = useState<ChosenAccount>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setChosen(undefined)}
      title={t('title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      {chosen ? (
        <ReasonForm account={chosen} onBack={() => setChosen(undefined)} />
      ) : (
        <>
          <Text c="dimmed" mb="md">
            {t('text')}
          </Text>
          <QuickAccounts onChoose={setChosen} />
          <AccountSearch onChoose={setChosen} />
        </>
      )}
    </Modal>
  );
}
