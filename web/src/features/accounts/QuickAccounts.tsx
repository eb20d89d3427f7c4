import { quickAccountNames } from '@escuta/contract/accounts';
import { Button, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quickAccountsQuery } from '#web/features/accounts/api.ts';
import type { ChosenAccount } from '#web/features/accounts/use-enter.ts';

/** The four accounts that our people go to most; one that is not configured, or out of reach, cannot be pressed (SWITCH-03). */
export function QuickAccounts({ onChoose }: { readonly onChoose: (account: ChosenAccount) => void }) {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(quickAccountsQuery());
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" mb="md">
      {quickAccountNames.map((name) => {
        const account = data?.[name];
        return (
          <Button
            key={name}
            variant="default"
            px="xs"
            disabled={!account}
            title={account?.nome ?? t('quick.none')}
            onClick={() => account && onChoose(account)}
          >
            {t(`quick.${name}`)}
          </Button>
        );
      })}
    </SimpleGrid>
  );
}
