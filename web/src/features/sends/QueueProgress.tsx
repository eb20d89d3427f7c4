import type { QueueEntry } from '@escuta/contract/sends';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import classes from './QueueProgress.module.css';

interface QueueProgressProps {
  readonly queue: Pick<QueueEntry, 'processing' | 'total' | 'percentageStatus'>;
  /** Whose progress it is. */
  readonly label: string;
}

/**
 * A bar with how many of how many, in the list as on the send's page: those who will not be tried again, whatever came of it.
 * The bar over all pages says how many were sent (BAR-01), so this one says what it counts.
 */
export function QueueProgress({ queue: { processing, total, percentageStatus }, label }: QueueProgressProps) {
  const { t } = useTranslation('sends');
  return (
    <div className={classes['progress']}>
      <span className={classes['text']}>
        <span className="figures">
          {formatNumber(total - processing.pending)}/{formatNumber(total)}
        </span>{' '}
        {t('processed')}
      </span>
      <Progress value={Math.round(percentageStatus * 1000) / 10} size={6} radius="xl" aria-label={label} />
    </div>
  );
}
