import type { QueueEntry } from '@escuta/contract/sends';
import { useTranslation } from 'react-i18next';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';

const tones: Record<QueueEntry['status'], StatusTone> = {
  waiting: 'open',
  processing: 'busy',
  paused: 'held',
  finished: 'good',
  cancelled: 'off',
};

/** Where a send stands. */
export function QueueStatus({ status }: Pick<QueueEntry, 'status'>) {
  const { t } = useTranslation('sends');
  return <StatusWord tone={tones[status]} word={t(`status.${status}`)} />;
}
