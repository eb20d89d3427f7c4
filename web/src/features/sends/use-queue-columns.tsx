import { metrics } from '@escuta/contract/metrics';
import type { QueueEntry } from '@escuta/contract/sends';
import { ActionIcon, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasCounts, QueueCounts } from '#web/features/sends/QueueCounts.tsx';
import { QueueProgress } from '#web/features/sends/QueueProgress.tsx';
import { titleOf } from '#web/features/sends/queue-title.ts';
import { QueueStatus } from '#web/features/sends/QueueStatus.tsx';
import { formatInstant, formatPercent } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { useTableRoom } from '#web/lib/use-table-room.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import type { Column } from '#web/ui/list/column.ts';
import classes from '#web/ui/list/row-link.module.css';

/** In pixels. Where there is room, the date of the request stands in one line, as the numbers and the progress do. */
const widths = {
  wide: { requested: 178, processing: 152, progress: 152 },
  medium: { requested: 120, processing: 116, progress: 98 },
} as const;

/** The columns of the queue. How far the planning is concerns internal staff only (QUEUE-12). */
export function useQueueColumns(): Column<QueueEntry>[] {
  const { t } = useTranslation('sends');
  const { t: inMetric } = useTranslation([...metrics]);
  const { business, can } = useMe();
  const isStaff = can('internal.admin');
  const isPhone = useIsPhone();
  const room = useTableRoom();
  // The planning takes the room of one step.
  const width = widths[room === 'wide' && !isStaff ? 'wide' : 'medium'];
  const instant = (at: string | null) => (at ? formatInstant(at, business.timezone) : <NoValue />);
  const scheduling: Column<QueueEntry> = {
    key: 'scheduling',
    header: t('column.scheduling'),
    width: 105,
    align: 'end',
    card: 'none',
    cell: ({ percentageScheduled }) => <span className="figures">{formatPercent(percentageScheduled, 0)}</span>,
  };
  return [
    {
      key: 'survey',
      header: t('column.survey'),
      // In a narrow window the table scrolls before a word of a title is broken; in a wider one it leaves more than this.
      widthMin: room === 'narrow' ? 144 : 100,
      cell: (queue) => (
        <Link to="/queues/$id/detailed" params={{ id: queue._id }} className={classes['link']} title={titleOf(queue)}>
          {titleOf(queue)}
        </Link>
      ),
    },
    {
      key: 'type',
      header: t('column.type'),
      width: 84,
      cell: ({ type, metric, channel }) => {
        const measured = metric === 'none' ? t(`type.${type}`) : inMetric('name', { ns: metric });
        const way = t(`new.channel.${channel}`);
        if (isPhone) return `${measured} · ${way}`;
        return (
          <>
            {measured}
            <Text c="dimmed" size="sm" truncate title={way}>
              {way}
            </Text>
          </>
        );
      },
    },
    {
      key: 'requested',
      header: t('column.requested'),
      width: width.requested,
      cell: ({ created_at }) => instant(created_at),
    },
    {
      key: 'status',
      header: t('column.status'),
      width: 168,
      card: 'corner',
      cell: ({ status }) => <QueueStatus status={status} />,
    },
    {
      key: 'sent',
      header: t('column.sent'),
      width: 120,
      card: 'none',
      ...(room === 'narrow' ? { choice: 'hidden' } : {}),
      cell: ({ created_at, sent_at }) => (sent_at ? <Sent at={sent_at} requestedAt={created_at} /> : <NoValue />),
    },
    ...(isStaff ? [scheduling] : []),
    {
      key: 'processing',
      header: t('column.processing'),
      width: width.processing,
      cell: ({ processing }) =>
        hasCounts(processing) ? <QueueCounts processing={processing} isSpelledOut={isPhone} /> : <NoValue />,
    },
    {
      key: 'progress',
      header: t('column.progress'),
      width: width.progress,
      cell: (queue) => <QueueProgress queue={queue} label={t('progressOf', { title: titleOf(queue) })} />,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      width: 78,
      align: 'end',
      card: 'none',
      cell: (queue) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('open', { title: titleOf(queue) })}
          renderRoot={(props) => <Link to="/queues/$id/detailed" params={{ id: queue._id }} {...props} />}
        >
          <IconChevronRight size={16} stroke={1.5} />
        </ActionIcon>
      ),
    },
  ];
}

/** When it was sent: in a word where it left in the minute of the request, as it nearly always does. */
function Sent({ at, requestedAt }: { at: string; requestedAt: string }) {
  const { t } = useTranslation('sends');
  const { timezone } = useMe().business;
  const shown = formatInstant(at, timezone);
  if (shown !== formatInstant(requestedAt, timezone)) return shown;
  return (
    <Text c="dimmed" inherit span title={shown}>
      {t('sentAtOnce')}
    </Text>
  );
}
