import { accountClasses, accountClassOf, accountFilters } from '@escuta/contract/account-class';
import type { AccountClass, AccountFilter } from '@escuta/contract/account-class';
import type { Account } from '@escuta/contract/accounts';
import { Alert, Button, Center, Group, Loader, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '#web/features/accounts/api.ts';
import type { ChosenAccount } from '#web/features/accounts/use-enter.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { Select } from '#web/ui/Select.tsx';
import { SearchField } from '#web/ui/list/SearchField.tsx';
import classes from './accounts.module.css';

const searchDelayMs = 300;

/** Finds an account by name, filter and class. */
export function AccountSearch({ onChoose }: { readonly onChoose: (account: ChosenAccount) => void }) {
  const { t } = useTranslation('accounts');
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<AccountFilter>('all');
  const [shown, setShown] = useState<readonly AccountClass[]>(accountClasses);
  const found = useAccounts({ search, filter, classes: shown });
  return (
    <>
      <Group gap="sm" mb="sm" align="flex-end">
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={search}
          delayMs={searchDelayMs}
          onSearch={setSearch}
        />
        <Select
          aria-label={t('filter.label')}
          data={accountFilters.map((value) => ({ value, label: t(`filter.${value}`) }))}
          value={filter}
          onChange={(value) => value && setFilter(value)}
          allowDeselect={false}
          w={{ base: '100%', xs: 220 }}
        />
      </Group>
      <Group gap="xs" mb="sm">
        {accountClasses.map((name) => (
          <Button
            key={name}
            size="xs"
            mih={44}
            variant={shown.includes(name) ? 'light' : 'default'}
            aria-pressed={shown.includes(name)}
            leftSection={<StatusDot of={name} />}
            onClick={() =>
              setShown((before) => (before.includes(name) ? before.filter((one) => one !== name) : [...before, name]))
            }
          >
            {t(`class.${name}`)}
          </Button>
        ))}
      </Group>
      <AccountList {...found} onChoose={onChoose} />
    </>
  );
}

interface AccountListProps extends ReturnType<typeof useAccounts> {
  readonly onChoose: (account: ChosenAccount) => void;
}

function AccountList({ accounts, total, isLoading, hasFailed, onChoose }: AccountListProps) {
  const { t } = useTranslation('accounts');
  if (isLoading)
    return (
      <Center p="xl">
        <Loader aria-label={t('loading')} />
      </Center>
    );
  if (hasFailed)
    return (
      <Alert color="red" role="alert">
        {t('failed')}
      </Alert>
    );
  if (accounts.length === 0)
    return (
      <Text component="output" display="block" ta="center" p="xl">
        {t('empty')}
      </Text>
    );
  return (
    <>
      <ul className={classes['accounts']} aria-label={t('list')}>
        {accounts.map((account) => (
          <li key={account._id}>
            <AccountRow account={account} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {total > accounts.length && (
        <Text c="dimmed" size="sm" mt="xs">
          {t('more', { shown: formatNumber(accounts.length), total: formatNumber(total) })}
        </Text>
      )}
    </>
  );
}

function AccountRow({ account, onChoose }: { account: Account; onChoose: (account: ChosenAccount) => void }) {
  const { t } = useTranslation('accounts');
  const { company } = useMe();
  const name = accountClassOf(account);
  const isHere = account._id === company._id;
  return (
    <UnstyledButton
      className={classes['account'] ?? ''}
      disabled={isHere}
      aria-current={isHere ? 'true' : undefined}
      onClick={() => onChoose(account)}
    >
      <StatusDot of={name} label={t(`class.${name}`)} />
      <span className={classes['name']}>{account.nome}</span>
      {isHere && (
        <Text component="span" size="sm" c="dimmed">
          {t('here')}
        </Text>
      )}
    </UnstyledButton>
  );
}

/** The class of an account by colour and form; in words for whoever sees neither. */
export function StatusDot({ of, label }: { readonly of: AccountClass; readonly label?: string }) {
  return (
    <span
      className={classes['dot']}
      data-class={of}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
