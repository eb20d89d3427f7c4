import { readableEmail } from '@escuta/contract/email-address';
import type { QueueItem, SendChannel } from '@escuta/contract/sends';
import { Text, Title } from '@mantine/core';
import { IconCheck, IconClock, IconPlayerPause, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { channelKey } from '#web/features/sends/channel-text.ts';
import { reasonKey, statusKey } from '#web/features/sends/queue-summary.ts';
import { formatExactInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import { DataTable } from '#web/ui/list/DataTable.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Pagination } from '#web/ui/list/Pagination.tsx';
import { Phone } from '#web/ui/Phone.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import classes from './QueueDetailPage.module.css';

const pageSize = 50;

/** Each item of the send: to whom, how it ended, why and when. Fifty to a page. */
export function QueueItems({ items, channel }: { items: readonly QueueItem[]; channel: SendChannel }) {
  const { t } = useTranslation('sends');
  const columns = useColumns(channel);
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(items.length / pageSize)));
  return (
    <section>
      <Title order={2} mb="sm">
        {t('item.title')}
      </Title>
      <DataTable
        label={t('item.title')}
        columns={columns}
        rows={items.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={(item) => item._id}
        empty={<EmptyState drawing="plane" title={t('item.empty')} />}
      />
      {items.length > 0 && <Pagination page={page} pageSize={pageSize} total={items.length} onPage={setPage} />}
    </section>
  );
}

function useColumns(channel: SendChannel): Column<QueueItem>[] {
  const { t } = useTranslation('sends');
  const { business } = useMe();
  const reason = (item: QueueItem) =>
    item.responseReason || item.detail ? <Reason item={item} channel={channel} /> : <NoValue />;
  return [
    { key: 'customer', header: t('item.customer'), cell: (item) => <Customer item={item} /> },
    { key: 'status', header: t('item.status'), width: 160, card: 'corner', cell: (item) => <Status item={item} /> },
    { key: 'reason', header: t('item.reason'), cell: reason },
    {
      key: 'time',
      header: t('item.time'),
      width: 196,
      // Nothing was tried for a person held back.
      cell: ({ executed_at, held_back }) =>
        executed_at && !held_back ? (
          <span className="figures">{formatExactInstant(executed_at, business.timezone)}</span>
        ) : (
          <NoValue />
        ),
    },
  ];
}

function Customer({ item: { customer, address } }: { item: QueueItem }) {
  const { t } = useTranslation('sends');
  const personName = usePersonName();
  if (!customer)
    return (
      <Text c="dimmed" inherit span>
        {t('item.deleted')}
      </Text>
    );
  return (
    <>
      <Text inherit span display="block">
        {personName(customer)}
      </Text>{' '}
      <Text c="dimmed" span className={classes['address'] ?? ''}>
        {address?.includes('@') ? readableEmail(address) : address && <Phone tel={address} />}
      </Text>
    </>
  );
}

const statusIcons = {
  'item.executed': IconCheck,
  'item.heldBack': IconPlayerPause,
  'item.failed': IconX,
  'item.waiting': IconClock,
};

function Status({ item }: { item: QueueItem }) {
  const { t } = useTranslation('sends');
  const status = statusKey(item);
  const Icon = statusIcons[status];
  return (
    <span className={classes['status']} data-response={item.held_back ? 'HELD_BACK' : (item.response ?? 'none')}>
      <Icon size={16} stroke={1.5} aria-hidden />
      {t(status)}
    </span>
  );
}

/** Why, in our words; what the other server said stays beside it in its own. */
function Reason({ item: { responseReason, detail }, channel }: { item: QueueItem; channel: SendChannel }) {
  const { t } = useTranslation('sends');
  const key = responseReason && reasonKey(responseReason);
  return (
    <span title={detail ?? undefined}>
      {key && t(channelKey(key, channel) ?? key)}{' '}
      {detail && (
        <Text c="dimmed" inherit span>
          {detail}
        </Text>
      )}
    </span>
  );
}
