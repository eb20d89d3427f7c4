import type { QueueEntry } from '@escuta/contract/sends';
import { IconCheck, IconHelp, IconPlayerPause, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import classes from './QueueCounts.module.css';

const kinds = [
  { kind: 'accepted', icon: IconCheck },
  { kind: 'heldBack', icon: IconPlayerPause },
  { kind: 'failed', icon: IconX },
  { kind: 'unknown', icon: IconHelp },
] as const;

interface QueueCountsProps extends Pick<QueueEntry, 'processing'> {
  /** Whether each number stands with its word; otherwise the word is for pointers and screen readers only. */
  readonly isSpelledOut?: boolean;
}

/** Whether any item of a send has ended. */
export function hasCounts(processing: QueueEntry['processing']): boolean {
  return kinds.some(({ kind }) => processing[kind] > 0);
}

/** How the items of a send ended so far: sent, held back, failed, unconfirmed. Kinds without any are not named. */
export function QueueCounts({ processing, isSpelledOut = false }: QueueCountsProps) {
  const { t } = useTranslation('sends');
  const shown = kinds.filter(({ kind }) => processing[kind] > 0);
  if (shown.length === 0) return <NoValue />;
  return (
    <ul className={classes['counts']}>
      {shown.map(({ kind, icon: Icon }) => {
        const text = t(`processing.${kind}`, { count: processing[kind], figure: formatNumber(processing[kind]) });
        return (
          <li key={kind} data-kind={kind} title={text}>
            <Icon size={14} stroke={2} aria-hidden />
            {!isSpelledOut && (
              <span className="figures" aria-hidden="true">
                {formatNumber(processing[kind])}
              </span>
            )}
            <span className={isSpelledOut ? 'figures' : classes['hidden']}>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
