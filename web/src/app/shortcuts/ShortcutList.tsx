import { Kbd, Stack, Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoTo } from '#web/app/shortcuts/use-go-to.ts';
import { useMe } from '#web/lib/me.ts';

/** Every shortcut that works for the user, with what it does (KEYS-06). */
export function ShortcutList() {
  const { t } = useTranslation('help');
  const { user, can } = useMe();
  const targets = useGoTo();
  const rows: [keys: readonly string[], text: string][] = [
    [['/'], t('shortcuts.search')],
    [['j'], t('shortcuts.next')],
    [['k'], t('shortcuts.previous')],
    [['Enter'], t('shortcuts.open')],
    [['Esc'], t('shortcuts.close')],
    ...targets.map(({ key, screen }): [string[], string] => [['g', key], t(`shortcuts.go.${screen}`)]),
    [['?'], t('shortcuts.list')],
  ];
  if (can('internal.admin') || user.permissions.can_temporary_access) rows.push([['Ctrl', 'K'], t('shortcuts.power')]);
  return (
    <Stack gap="sm">
      {user.shortcuts_off && <Text fw={600}>{t('shortcuts.off')}</Text>}
      <Table verticalSpacing={4}>
        <Table.Caption style={{ captionSide: 'top' }}>{t('shortcuts.title')}</Table.Caption>
        <Table.Tbody>
          {rows.map(([keys, text]) => (
            <Table.Tr key={keys.join('+')}>
              <Table.Td w={120}>
                {keys.map((key) => (
                  <Fragment key={key}>
                    <Kbd>{key}</Kbd>{' '}
                  </Fragment>
                ))}
              </Table.Td>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {t('shortcuts.turnOff')}
      </Text>
    </Stack>
  );
}
