import type { Import } from '@escuta/contract/imports';
import { useTranslation } from 'react-i18next';
import { StatusWord } from '#web/ui/StatusWord.tsx';
import type { StatusTone } from '#web/ui/StatusWord.tsx';

const tones: Record<Import['status'], StatusTone> = {
  pending: 'open',
  started: 'open',
  running: 'busy',
  finished: 'good',
  error: 'bad',
  cancelled: 'open',
};

/** Where an import stands. */
export function ImportStatus({ status }: Pick<Import, 'status'>) {
  const { t } = useTranslation('imports');
  return <StatusWord tone={tones[status]} word={t(`status.${status}`)} />;
}
