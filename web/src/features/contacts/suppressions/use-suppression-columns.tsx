import type { Suppression } from '@escuta/contract/suppressions';
import { Menu, Stack, Text } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { readableAddress, useBlockedName } from '#web/features/contacts/suppressions/use-blocked-name.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import type { Column } from '#web/ui/list/column.ts';
import { RowActions } from '#web/ui/list/RowActions.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from '#web/ui/list/row-link.module.css';

/** What the list says of each address that is not written to. */
export function useSuppressionColumns(lift: (suppression: Suppression) => void): Column<Suppression>[] {
  const { t } = useTranslation(['suppressions', 'responses']);
  const { can, business } = useMe();
  return [
    {
      key: 'whose',
      header: t('column.whose'),
      widthMin: 200,
      cell: (suppression) => <Whose suppression={suppression} />,
    },
    {
      key: 'channel',
      header: t('column.channel'),
      width: 112,
      cell: ({ channel }) => t(`responses:channel.${channel}`),
    },
    {
      key: 'reason',
      header: t('column.reason'),
      widthMin: 200,
      card: 'line',
      cell: ({ reason, stays }) => (
        <Stack gap={0}>
          <Text inherit>{t(`reason.${reason}`)}</Text>
          {stays && (
            <Text c="dimmed" size="sm">
              {t(`stays.${stays}`)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'since',
      header: t('column.since'),
      width: 168,
      cell: ({ at }) => formatInstant(at, business.timezone),
    },
    ...(can('suppressions.edit')
      ? [
          {
            key: 'actions',
            header: t('column.actions'),
            width: 88,
            align: 'end',
            card: 'corner',
            cell: (suppression) => suppression.stays === null && <Actions suppression={suppression} lift={lift} />,
          } satisfies Column<Suppression>,
        ]
      : []),
  ];
}

/** The contact who has the address today; that only a code of it is kept where none has. */
function Whose({ suppression: { contact, erased } }: { suppression: Suppression }) {
  const { t } = useTranslation('suppressions');
  const personName = usePersonName();
  const [first, second] = contact
    ? [
        <Link key="name" to="/contatos/$id" params={{ id: contact._id }} className={classes['link']}>
          {personName(contact)}
        </Link>,
        [readableAddress(contact.address), ...(erased ? [t('whose.erasedBefore')] : [])].join(' · '),
      ]
    : [t(erased ? 'whose.erased' : 'whose.nobody'), t(erased ? 'whose.erasedText' : 'whose.nobodyText')];
  return (
    <Stack gap={0}>
      <Text inherit component="div">
        {first}
      </Text>
      <Text c="dimmed" size="sm">
        {second}
      </Text>
    </Stack>
  );
}

function Actions({ suppression, lift }: { suppression: Suppression; lift: (suppression: Suppression) => void }) {
  const { t } = useTranslation('suppressions');
  const blockedName = useBlockedName();
  return (
    <RowActions label={t('actionsOf', { name: blockedName(suppression) })}>
      <Menu.Item leftSection={<IconLockOpen size={16} stroke={1.5} aria-hidden />} onClick={() => lift(suppression)}>
        {t('lift.action')}
      </Menu.Item>
    </RowActions>
  );
}
