import { Checkbox } from '@mantine/core';
import type { CheckboxProps } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowSelection } from '#web/ui/list/selection.ts';
import classes from './PickBox.module.css';

/** In pixels. */
export const pickColumnWidth = 44;

/** The box that picks a row. */
export function PickBox<Row>({ row, selection }: { row: Row; selection: RowSelection<Row> }) {
  return (
    <Box aria-label={selection.labelOf(row)} checked={selection.isPicked(row)} onChange={() => selection.onPick(row)} />
  );
}

/** The box that picks all rows of the page. */
export function PickPageBox<Row>({ selection: { onPage, onPickPage } }: { selection: RowSelection<Row> }) {
  const { t } = useTranslation('ui');
  return (
    <Box
      aria-label={t('table.pickPage')}
      checked={onPage === 'all'}
      indeterminate={onPage === 'some'}
      onChange={onPickPage}
    />
  );
}

/** The box that picks all rows of the page, with its words: above cards, which have no head. */
export function PickPageLine<Row>({ selection: { onPage, onPickPage } }: { selection: RowSelection<Row> }) {
  const { t } = useTranslation('ui');
  return (
    <Checkbox
      classNames={{ body: classes['line'] ?? '' }}
      label={t('table.pickPage')}
      checked={onPage === 'all'}
      indeterminate={onPage === 'some'}
      onChange={onPickPage}
    />
  );
}

/** A box with its own name; the label around it takes the press of a finger that comes down beside it. */
function Box(props: CheckboxProps) {
  const id = useId();
  return (
    <label className={classes['target']} htmlFor={id}>
      <Checkbox id={id} {...props} />
    </label>
  );
}
