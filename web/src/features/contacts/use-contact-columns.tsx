import type { Contact } from '@escuta/contract/contacts';
import { readableEmail } from '@escuta/contract/email-address';
import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#web/lib/format.ts';
import { formatPhone } from '#web/lib/format-phone.ts';
import { useMe } from '#web/lib/me.ts';
import type { Column } from '#web/ui/list/column.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { ScoreChip } from '#web/ui/ScoreChip.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from '#web/ui/list/row-link.module.css';

/** 'Nov 22, 2026, 11:08 PM' in one line, in pixels. */
const instantWidth = 178;
/** So narrow that all columns fit beside the menu in a window of 1100 px; a long name or address goes on in the next line. */
const sharedWidthMin = 130;

/** What the list says of each contact. Who may edit opens one by its name. */
export function useContactColumns(onEdit: ((contact: Contact) => void) | undefined): Column<Contact>[] {
  const { t } = useTranslation('contacts');
  const personName = usePersonName();
  const { timezone } = useMe().business;
  const when = (instant: string | null) => (instant ? formatInstant(instant, timezone) : <NoValue />);
  return [
    {
      key: 'name',
      header: t('column.name'),
      widthMin: sharedWidthMin,
      order: { by: 'name', direction: 'ascending' },
      cell: (contact) =>
        onEdit ? (
          <UnstyledButton className={classes['link']} title={contact.name} onClick={() => onEdit(contact)}>
            {personName(contact)}
          </UnstyledButton>
        ) : (
          <Text fw={500}>{personName(contact)}</Text>
        ),
    },
    {
      key: 'email',
      header: t('column.email'),
      widthMin: sharedWidthMin,
      cell: ({ email }) => (email === null ? <NoValue /> : readableEmail(email)),
    },
    {
      key: 'tel',
      header: t('column.tel'),
      width: 154,
      cell: ({ tel }) => (tel ? formatPhone(tel) : <NoValue />),
    },
    {
      key: 'company',
      header: t('column.company'),
      width: 112,
      card: 'none',
      choice: 'shown',
      cell: ({ _company }) => _company?.name ?? <NoValue />,
    },
    {
      key: 'score',
      header: t('column.score'),
      width: 100,
      align: 'end',
      card: 'corner',
      choice: 'shown',
      cell: ({ last_score, last_metric }) =>
        last_score === null || last_metric === null ? (
          <NoValue />
        ) : (
          <ScoreChip metric={last_metric} score={last_score} />
        ),
    },
    {
      key: 'sent',
      header: t('column.sent'),
      width: instantWidth,
      card: 'none',
      choice: 'shown',
      cell: ({ last_sent_at }) => when(last_sent_at),
    },
    {
      key: 'created',
      header: t('column.created'),
      width: instantWidth,
      card: 'none',
      choice: 'hidden',
      order: { by: 'created_at', direction: 'descending', isDefault: true },
      cell: ({ created_at }) => when(created_at),
    },
  ];
}
