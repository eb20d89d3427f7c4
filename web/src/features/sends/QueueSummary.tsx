import type { QueueItem, SendChannel } from '@escuta/contract/sends';
import { Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { channelKey } from '#web/features/sends/channel-text.ts';
import { summarize } from '#web/features/sends/queue-summary.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { sharesShown } from '#web/lib/shares.ts';
import classes from './QueueDetailPage.module.css';

/** How many items ended how, the most frequent first. */
export function QueueSummary({ items, channel }: { items: readonly QueueItem[]; channel: SendChannel }) {
  const { t } = useTranslation('sends');
  const groups = summarize(items);
  const shares = sharesShown(groups.map(({ count }) => count));
  return (
    <section>
      <Title order={2} mb="sm" id="queue-summary">
        {t('summary.title')}
      </Title>
      <div className={`${classes['frame']} ${classes['summary']}`}>
        <Table aria-labelledby="queue-summary">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('summary.result')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {t('summary.count')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t('summary.share')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map(({ key, label, count }, at) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">{t(channelKey(label, channel) ?? label)}</Table.Th>
                <Table.Td ta="end" className="figures">
                  {formatNumber(count)}
                </Table.Td>
                <Table.Td ta="end" className="figures">
                  {formatPercent(shares[at] ?? 0)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('summary.total')}</Table.Th>
              <Table.Td ta="end" className="figures">
                {formatNumber(items.length)}
              </Table.Td>
              <Table.Td ta="end" className="figures">
                {formatPercent(1)}
              </Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
    </section>
  );
}
