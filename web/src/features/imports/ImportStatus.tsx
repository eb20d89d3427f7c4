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

const undoTones = { running: 'busy', finished: 'off' } as const satisfies Record<
  NonNullable<Import['undo']>['status'],
  StatusTone
>;

/** Where an import stands; once somebody has asked for its undo, where that stands. */
export function ImportStatus({ status, undo }: Pick<Import, 'status' | 'undo'>) {
  const { t } = useTranslation('imports');
  if (undo) return <StatusWord tone={undoTones[undo.status]} word={t(`undo.word.${undo.status}`)} />;
  return <StatusWord tone={tones[status]} word={t(`status.${status}`)} />;
}
