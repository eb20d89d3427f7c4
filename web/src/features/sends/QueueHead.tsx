import type { QueueEntry } from '@escuta/contract/sends';
import { Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QueueCounts } from '#web/features/sends/QueueCounts.tsx';
import { QueueProgress } from '#web/features/sends/QueueProgress.tsx';
import { QueueStatus } from '#web/features/sends/QueueStatus.tsx';
import { titleOf } from '#web/features/sends/queue-title.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { NoValue } from '#web/ui/NoValue.tsx';
import classes from './QueueDetailPage.module.css';

/** What was sent, from where, when, and how far it has come. */
export function QueueHead({ queue }: { queue: QueueEntry }) {
  const { t } = useTranslation('sends');
  const { business } = useMe();
  const when = (at: string | null) => (at ? formatInstant(at, business.timezone) : <NoValue />);
  return (
    <section className={`${classes['frame']} ${classes['head']}`}>
      <Group justify="space-between" gap="sm">
        <Title order={2} className={classes['title'] ?? ''}>
          {titleOf(queue)}
        </Title>
        <QueueStatus status={queue.status} />
      </Group>
      <Facts>
        <Fact name={t('detail.unit')}>{queue.business.nome}</Fact>
        <Fact name={t('detail.channel')}>{t(`new.channel.${queue.channel}`)}</Fact>
        <Fact name={t('column.requested')}>{when(queue.created_at)}</Fact>
        <Fact name={t('column.sent')}>{when(queue.sent_at)}</Fact>
        {queue.quarantine_ignored && (
          <Fact name={t('detail.quarantine')}>
            {t('detail.quarantineIgnored', {
              name: queue.quarantine_ignored.by ?? t('detail.someone'),
              when: formatInstant(queue.quarantine_ignored.at, business.timezone),
            })}
          </Fact>
        )}
        <Fact name={t('column.processing')}>
          <QueueCounts processing={queue.processing} isSpelledOut />
        </Fact>
      </Facts>
      <QueueProgress queue={queue} label={t('progressOf', { title: titleOf(queue) })} />
    </section>
  );
}
