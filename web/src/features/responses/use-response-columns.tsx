import type { ListedResponse } from '@escuta/contract/response-list';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MetricScore } from '#web/features/responses/MetricScore.tsx';
import { linkIdOf, useOpening } from '#web/features/responses/use-response-panel.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import type { Column } from '#web/ui/list/column.ts';
import { useTableRoom } from '#web/lib/use-table-room.ts';
import rowLink from '#web/ui/list/row-link.module.css';
import { HiddenAnswer } from '#web/ui/HiddenAnswer.tsx';
import { NoValue } from '#web/ui/NoValue.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from './ResponsesPage.module.css';

/** What the list says of each response; times in the unit's zone. */
export function useResponseColumns(): Column<ListedResponse>[] {
  const { t } = useTranslation('responses');
  const personName = usePersonName();
  const opening = useOpening();
  const { timezone } = useMe().business;
  const isNarrow = useTableRoom() === 'narrow';
  const channel: Column<ListedResponse> = {
    key: 'channel',
    header: t('column.channel'),
    width: 110,
    cell: (response) => t(`channel.${response.channel}`),
  };
  return [
    {
      key: 'who',
      header: t('column.who'),
      width: isNarrow ? 160 : 200,
      cell: ({ _id, customer, anonymous }) => (
        <Link
          to="/customer-feedback/responses"
          {...opening(_id)}
          id={linkIdOf(_id)}
          className={rowLink['link']}
          title={customer?.name}
        >
          <Text inherit span lineClamp={2}>
            {customer ? personName(customer) : t(anonymous ? 'anonymous' : 'deleted')}
          </Text>
        </Link>
      ),
    },
    {
      key: 'score',
      header: t('column.score'),
      width: 120,
      card: 'corner',
      cell: ({ metric, score }) =>
        metric === null || score === null ? <NoValue /> : <MetricScore metric={metric} score={score} />,
    },
    {
      key: 'comment',
      header: t('column.comment'),
      card: 'line',
      cell: ({ comment, comment_hidden }) => {
        if (comment_hidden) return <HiddenAnswer />;
        return comment === null ? <NoValue /> : <p className={classes['comment']}>{comment}</p>;
      },
    },
    {
      key: 'survey',
      header: t('column.survey'),
      width: isNarrow ? 180 : 200,
      cell: ({ survey, channel }) => (
        <>
          {survey.title}
          {isNarrow && (
            <Text c="dimmed" size="sm">
              {t(`channel.${channel}`)}
            </Text>
          )}
        </>
      ),
    },
    ...(isNarrow ? [] : [channel]),
    {
      key: 'when',
      header: t('column.when'),
      width: 192,
      orders: [
        { by: 'newest', direction: 'descending', isDefault: true, label: t('order.newest') },
        { by: 'oldest', direction: 'ascending', label: t('order.oldest') },
      ],
      cell: ({ answered_at }) => (
        <Text c="dimmed" inherit className="figures">
          {formatInstant(answered_at, timezone)}
        </Text>
      ),
    },
  ];
}
