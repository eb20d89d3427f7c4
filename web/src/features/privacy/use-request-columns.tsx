import type { PrivacyRequest, PrivacyRequestStatus } from '@escuta/contract/privacy-requests';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DueCountdown } from '#web/features/privacy/DueCountdown.tsx';
import { formatInstant } from '#web/lib/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import classes from '#web/ui/list/row-link.module.css';
import { NoValue } from '#web/ui/NoValue.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';

export const statusTones: Readonly<Record<PrivacyRequestStatus, StatusTone>> = {
  received: 'open',
  in_progress: 'busy',
  done: 'good',
  refused: 'off',
};

/** What the list says of each privacy request (PRIVACY-02); times in the company's zone. */
export function useRequestColumns(): Column<PrivacyRequest>[] {
  const { t } = useTranslation('privacy');
  return [
    {
      key: 'protocol',
      header: t('column.protocol'),
      width: 152,
      cell: ({ _id, protocol }) => (
        <Link to="/settings/privacy/$id" params={{ id: _id }} className={classes['link'] ?? ''}>
          {protocol}
        </Link>
      ),
    },
    {
      key: 'type',
      header: t('column.type'),
      widthMin: 160,
      card: 'line',
      cell: ({ type }) => t(`type.${type}`),
    },
    {
      key: 'requester',
      header: t('column.requester'),
      widthMin: 180,
      card: 'line',
      cell: ({ requester }) =>
        requester ? (
          <>
            {requester.nome}
            <Text c="dimmed" size="sm" truncate title={requester.email}>
              {requester.email}
            </Text>
          </>
        ) : (
          t('requesterForgotten')
        ),
    },
    {
      key: 'status',
      header: t('column.status'),
      width: 132,
      card: 'corner',
      cell: ({ status }) => <StatusWord tone={statusTones[status]} word={t(`status.${status}`)} />,
    },
    { key: 'due', header: t('column.due'), width: 168, cell: (request) => <DueCountdown request={request} /> },
    {
      key: 'identity',
      header: t('column.identity'),
      width: 140,
      choice: 'shown',
      cell: ({ identity_check }) => t(`identity.${identity_check}`),
    },
    {
      key: 'handler',
      header: t('column.handler'),
      width: 140,
      choice: 'shown',
      cell: ({ handled_by }) => handled_by?.nome ?? <NoValue />,
    },
    {
      key: 'created',
      header: t('column.created'),
      width: 168,
      choice: 'hidden',
      cell: ({ created_at, timezone }) => <span className="figures">{formatInstant(created_at, timezone)}</span>,
    },
  ];
}
