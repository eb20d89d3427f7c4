import type { Import } from '@escuta/contract/imports';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';

/** How far the undo of an import is, and what it has left as it was. */
export function UndoState({ type, undo }: Pick<Import, 'type'> & { undo: NonNullable<Import['undo']> }) {
  const { t } = useTranslation('imports');
  const { status, undone, kept } = undo;
  const figures = { undone: formatNumber(undone), kept: formatNumber(kept) };
  return <Text component="output">{t(`undo.${status}.${type}`, figures)}</Text>;
}
