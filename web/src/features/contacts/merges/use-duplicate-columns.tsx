import { dismissDuplicate, listDuplicates, undismissDuplicate } from '@escuta/contract/merges';
import type { DuplicatePair } from '@escuta/contract/merges';
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconArrowsJoin, IconUserX } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ContactDetails } from '#web/features/contacts/merges/ContactDetails.tsx';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import type { Column } from '#web/ui/list/column.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { RowActions } from '#web/ui/list/RowActions.tsx';
import { noticeFailure } from '#web/ui/notices.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from '#web/ui/list/row-link.module.css';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

type Sided = DuplicatePair['contacts'][number];

/** What the list says of each pair. */
export function useDuplicateColumns(): Column<DuplicatePair>[] {
  const { t } = useTranslation('merges');
  return [
    {
      key: 'one',
      header: t('column.one'),
      widthMin: 200,
      cell: ({ contacts: [one] }) => one && <Person sided={one} />,
    },
    {
      key: 'other',
      header: t('column.other'),
      widthMin: 200,
      card: 'line',
      cell: ({ contacts: [, other] }) => other && <Person sided={other} />,
    },
    {
      key: 'reasons',
      header: t('column.reasons'),
      width: 220,
      card: 'line',
      cell: ({ reasons, can_merge }) => (
        <Stack gap={0}>
          <Text inherit>{reasons.map((reason) => t(`reason.${reason}`)).join(' · ')}</Text>
          {!can_merge && (
            <Text c="dimmed" size="sm">
              {t('acrossText')}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'actions',
      header: t('column.actions'),
      width: 88,
      align: 'end',
      card: 'corner',
      cell: (pair) => <PairActions pair={pair} />,
    },
  ];
}

/** A contact of another unit is named with it, and not opened: the tab is in this one. */
function Person({ sided: { contact, business } }: { sided: Sided }) {
  const { t } = useTranslation('merges');
  const personName = usePersonName();
  const isHere = useMe().business._id === business._id;
  return (
    <Stack gap={0}>
      {isHere ? (
        <Link to="/contatos/$id" params={{ id: contact._id }} className={classes['link']}>
          {personName(contact)}
        </Link>
      ) : (
        <Text fw={500} inherit>
          {personName(contact)}
        </Text>
      )}
      <ContactDetails contact={contact} />
      {!isHere && (
        <Text c="dimmed" size="sm">
          {t('inUnit', { unit: business.nome })}
        </Text>
      )}
    </Stack>
  );
}

function PairActions({ pair }: { pair: DuplicatePair }) {
  const { t } = useTranslation('merges');
  const personName = usePersonName();
  const dismiss = useDismissal();
  const [one, other] = pair.contacts;
  if (!one || !other) return null;
  return (
    <RowActions label={t('actionsOf', { one: personName(one.contact), other: personName(other.contact) })}>
      {pair.can_merge && (
        <Menu.Item
          leftSection={<IconArrowsJoin {...icon} />}
          renderRoot={(props) => (
            <Link
              to="/contatos/$id/unir"
              params={{ id: one.contact._id }}
              search={{ with: other.contact._id }}
              {...props}
            />
          )}
        >
          {t('compare')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconUserX {...icon} />} onClick={() => dismiss(pair)}>
        {t('dismiss')}
      </Menu.Item>
    </RowActions>
  );
}

/** Dismisses a pair at once, and offers to take that back. */
function useDismissal(): (pair: DuplicatePair) => void {
  const { t } = useTranslation(['merges', 'ui']);
  const errorText = useErrorText();
  const onError = (error: Error) => noticeFailure(errorText(error));
  const takeBack = useRouteMutation(undismissDuplicate, { invalidates: [listDuplicates], onError });
  const dismiss = useRouteMutation(dismissDuplicate, { invalidates: [listDuplicates], onError });
  return ({ _id }) =>
    dismiss.mutate(
      { params: { id: _id } },
      {
        onSuccess: () => {
          const notice = notifications.show({
            message: (
              <Group justify="space-between" wrap="nowrap">
                <Text inherit>{t('dismissed')}</Text>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => {
                    notifications.hide(notice);
                    takeBack.mutate({ params: { id: _id } });
                  }}
                >
                  {t('undo')}
                </Button>
              </Group>
            ),
            color: 'teal',
            closeButtonProps: { 'aria-label': t('ui:dialog.close') },
          });
        },
      },
    );
}
