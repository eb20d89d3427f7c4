import type { QueueEntry } from '@escuta/contract/sends';
import { Progress } from '@mantine/core';
import { formatNumber } from '#web/lib/format.ts';
import classes from './QueueProgress.module.css';

interface QueueProgressProps {
  readonly queue: Pick<QueueEntry, 'statusSum' | 'total' | 'percentageStatus'>;
  /** Whose progress it is. */
  readonly label: string;
}

/** A bar with how many of how many. */
export function QueueProgress({ queue: { statusSum, total, percentageStatus }, label }: QueueProgressProps) {
  return (
    <div className={classes['progress']}>
      <span className={`figures ${classes['figures']}`}>
        {formatNumber(statusSum)}/{formatNumber(total)}
      </span>
      <Progress value={Math.round(percentageStatus * 1000) / 10} size={6} radius="xl" aria-label={label} />
    </div>
  );
}
