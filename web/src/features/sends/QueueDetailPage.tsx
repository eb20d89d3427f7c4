import { exportSends } from '@escuta/contract/sends';
import { Alert, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconHelp, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { queueItemsQuery, queueQuery } from '#web/features/sends/api.ts';
import { channelKey } from '#web/features/sends/channel-text.ts';
import { pauseKey } from '#web/features/sends/pause-reason.ts';
import { QueueHead } from '#web/features/sends/QueueHead.tsx';
import { QueueItems } from '#web/features/sends/QueueItems.tsx';
import { isAwaitingOnly } from '#web/features/sends/queue-polling.ts';
import { QueueSummary } from '#web/features/sends/QueueSummary.tsx';
import { isMissing } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ExportMenu } from '#web/ui/list/ExportMenu.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';
import type { QueueEntry } from '@escuta/contract/sends';
import classes from './QueueDetailPage.module.css';

const route = getRouteApi('/shell/queues/$id/detailed');

/** One bulk send: what it is, how its items ended, and each of them. */
export function QueueDetailPage() {
  const { t } = useTranslation(['sends', 'ui']);
  const { id } = route.useParams();
  const queue = useQuery(queueQuery(id));
  if (isMissing(queue.error)) return <NotFoundState />;
  return (
    <>
      <StandaloneLink to="/queues" className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden />
        {t('detail.back')}
      </StandaloneLink>
      <PageHeader title={t('detail.title')} actions={queue.data && <ExportOf queue={queue.data} />} areActionsSmall />
      {queue.data && <Loaded queue={queue.data} />}
      {queue.isPending && <Loading />}
      {queue.isLoadingError && <Framed error={queue.error} onRetry={() => void queue.refetch()} />}
    </>
  );
}

function ExportOf({ queue: { _id: sendId, total } }: { queue: QueueEntry }) {
  return <ExportMenu route={exportSends} filter={{ sendId }} total={total} namesPeople inBackground="sends" />;
}

function Loaded({ queue }: { queue: QueueEntry }) {
  const items = useQuery(queueItemsQuery(queue));
  if (items.isLoadingError) return <Framed error={items.error} onRetry={() => void items.refetch()} queue={queue} />;
  if (!items.data) return <Loading queue={queue} />;
  return (
    <Stack gap="xl">
      <QueueHead queue={queue} />
      <Paused queue={queue} />
      <Unconfirmed queue={queue} />
      {queue.total > items.data.length && items.data.length > 0 && queue.percentageScheduled === 1 && (
        <Truncated shown={items.data.length} total={queue.total} />
      )}
      {items.data.length > 0 && <QueueSummary items={items.data} channel={queue.channel} />}
      <QueueItems key={queue._id} items={items.data} channel={queue.channel} />
    </Stack>
  );
}

/** Why nothing more is sent, and who can change that: the product itself does not let a paused send go on. */
function Paused({ queue }: { queue: QueueEntry }) {
  const { t } = useTranslation('sends');
  if (queue.status !== 'paused') return null;
  const reason = pauseKey(queue.pause_reason);
  return (
    <Notice icon={<IconPlayerPause size={20} stroke={1.5} aria-hidden />} title={t('detail.paused')}>
      {t(channelKey(reason, queue.channel) ?? reason)}
    </Notice>
  );
}

/** What a crash or a cut connection left unknown, in words (decision 26). */
function Unconfirmed({ queue }: { queue: QueueEntry }) {
  const { t } = useTranslation('sends');
  const { processing } = queue;
  if (processing.unknown === 0) return null;
  return (
    <Notice
      icon={<IconHelp size={20} stroke={1.5} aria-hidden />}
      title={t('detail.unknown', { count: processing.unknown, figure: formatNumber(processing.unknown) })}
    >
      {t(channelKey('detail.unknownText', queue.channel) ?? 'detail.unknownText')}{' '}
      {isAwaitingOnly(queue) && t('detail.awaitedText')}
    </Notice>
  );
}

/** Something about the send that a person should know. */
function Notice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Alert
      color="yellow"
      icon={icon}
      title={title}
      classNames={{
        root: classes['notice'] ?? '',
        title: classes['noticeTitle'] ?? '',
        icon: classes['noticeIcon'] ?? '',
      }}
    >
      {children}
    </Alert>
  );
}

function Truncated({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation('sends');
  return (
    <Alert color="gray">
      {t('detail.truncated', { count: total, figure: formatNumber(total), shown: formatNumber(shown) })}
    </Alert>
  );
}

function Loading({ queue }: { queue?: QueueEntry }) {
  const { t } = useTranslation('sends');
  return (
    <Stack gap="xl" component="output" aria-label={t('detail.loading')}>
      {queue ? <QueueHead queue={queue} /> : <Skeleton height={148} radius="md" />}
      <Skeleton height={180} radius="md" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}

function Framed({ error, onRetry, queue }: { error: unknown; onRetry: () => void; queue?: QueueEntry }): ReactNode {
  return (
    <Stack gap="xl">
      {queue && <QueueHead queue={queue} />}
      <div className={classes['frame']}>
        <ErrorState error={error} onRetry={onRetry} />
      </div>
    </Stack>
  );
}
