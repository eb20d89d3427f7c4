import type { SendId } from '@escuta/contract/ids';
import type { QueueEntry } from '@escuta/contract/sends';
import { CloseButton, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentQueueQuery } from '#web/features/sends/api.ts';
import { QueueCounts } from '#web/features/sends/QueueCounts.tsx';
import { isAwaitingOnly, isDelivering } from '#web/features/sends/queue-polling.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { focusPageTitle } from '#web/ui/focus-page-title.ts';
import classes from './DeliveryBar.module.css';

/** Over every page while the newest send of the unit is being delivered; whoever closes it sees it again with the next. */
export function DeliveryBar() {
  const { can } = useMe();
  const [dismissedId, setDismissedId] = useState<SendId>();
  const canSee = can('sends.read');
  const { data, refetch } = useQuery({ ...currentQueueQuery(dismissedId), enabled: canSee });
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    // The polling has stopped when nothing was under way; a change of page is the moment to look for a colleague's send.
    if (canSee) void refetch({ cancelRefetch: false });
  }, [canSee, pathname, refetch]);
  const newest = data?.data[0];
  if (!canSee || !newest || !isDelivering(newest) || newest._id === dismissedId) return null;
  return (
    <Suspense>
      <Bar
        newest={newest}
        onClose={() => {
          setDismissedId(newest._id);
          focusPageTitle();
        }}
      />
    </Suspense>
  );
}

function Bar({ newest, onClose }: { newest: QueueEntry; onClose: () => void }) {
  const { t } = useTranslation('sends');
  const isPhone = useIsPhone();
  const text = t('bar.text', { sent: formatNumber(newest.statusSum), total: formatNumber(newest.total) });
  return (
    <section className={classes['bar']} data-delivery-bar aria-label={t('bar.label')}>
      <Link to="/queues" className={classes['link']}>
        <div className={classes['words']}>
          <Text size="sm" fw={500} className="figures">
            {text}
          </Text>
          {newest.percentageStatus > 0 && <QueueCounts processing={newest.processing} isSpelledOut={!isPhone} />}
          {isAwaitingOnly(newest) && <Awaited count={newest.processing.unknown} />}
        </div>
        <Progress
          value={Math.round(newest.percentageStatus * 1000) / 10}
          size={6}
          radius="xl"
          aria-label={text}
          className={classes['progress'] ?? ''}
        />
      </Link>
      <CloseButton size="sm" aria-label={t('bar.close')} onClick={onClose} />
    </section>
  );
}

/** Nothing is left to send, and yet the send is not over: what is missing may still be heard of. */
function Awaited({ count }: { count: number }) {
  const { t } = useTranslation('sends');
  return (
    <Text size="xs" c="dimmed">
      {t('bar.awaited', { count, figure: formatNumber(count) })}
    </Text>
  );
}
