import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RowSelection } from '#web/ui/list/selection.ts';

/** In pixels. */
export const pickColumnWidth = 44;

/** The box that picks a row. */
export function PickBox<Row>({ row, selection }: { row: Row; selection: RowSelection<Row> }) {
  return (
    <Checkbox
      aria-label={selection.labelOf(row)}
      checked={selection.isPicked(row)}
      onChange={() => selection.onPick(row)}
    />
  );
}

/** The box that picks all rows of the page. */
export function PickPageBox<Row>({ selection: { onPage, onPickPage } }: { selection: RowSelection<Row> }) {
  const { t } = useTranslation('ui');
  return (
    <Checkbox
      aria-label={t('table.pickPage')}
      checked={onPage === 'all'}
      indeterminate={onPage === 'some'}
      onChange={onPickPage}
    />
  );
}
