import { Skeleton } from '@mantine/core';
import { isValidElement } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#web/ui/list/column.ts';
import { PickBox, PickPageLine } from '#web/ui/list/PickBox.tsx';
import { clickOf } from '#web/ui/list/rows.ts';
import type { RowsProps } from '#web/ui/list/rows.ts';
import { NoValue } from '#web/ui/NoValue.tsx';
import classes from './RowCards.module.css';

const skeletonCards = ['1', '2', '3', '4', '5'];

/** The rows of a list on a phone: cards, the first column's content first. */
export function RowCards<Row>(props: RowsProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rows, rowKey, isHighlighted, selection } = props;
  const [title, ...others] = columns;
  const corner = others.filter(({ card }) => card === 'corner');
  const lines = others.filter(({ card }) => card === 'line');
  const rest = others.filter(({ card }) => card === undefined || card === 'named');
  return (
    <>
      {selection && <PickPageLine selection={selection} />}
      <ul className={classes['cards']} aria-label={label} data-rows>
        {rows.map((row) => {
          const onClick = clickOf(row, props);
          return (
            // The title inside is the link that serves keyboard and screen reader.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <li
              key={rowKey(row)}
              className={classes['card']}
              data-clickable={onClick ? true : undefined}
              data-highlighted={isHighlighted?.(row) || undefined}
              onClick={onClick}
            >
              <div className={classes['first']}>
                {selection && (
                  <div data-pick className={classes['pick']}>
                    <PickBox row={row} selection={selection} />
                  </div>
                )}
                <div className={classes['title']}>{title?.cell(row)}</div>
                {corner.length > 0 && (
                  <div className={classes['corner']}>
                    {corner.map(({ key, cell }) => (
                      <span key={key}>{valueOf(cell(row))}</span>
                    ))}
                  </div>
                )}
              </div>
              {lines.map(({ key, cell }) => {
                const value = valueOf(cell(row));
                return value !== undefined && <div key={key}>{value}</div>;
              })}
              <div className={classes['last']}>
                {rest.map((column) => (
                  <LinePart key={column.key} column={column} row={row} />
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A value on the last line; a number says what it counts, and a value of a named column what it is. */
function LinePart<Row>({ column: { align, card, header, cell }, row }: { column: Column<Row>; row: Row }) {
  const value = valueOf(cell(row));
  if (value === undefined) return null;
  return (
    <span className={classes['part']}>
      {(align === 'end' || card === 'named') && <span className={classes['name']}>{header}</span>}
      {value}
    </span>
  );
}

/** What a cell says, if anything: a dash that keeps a column in line says nothing in a card. */
function valueOf(content: ReactNode): ReactNode | undefined {
  return content === null || (isValidElement(content) && content.type === NoValue) ? undefined : content;
}

export function SkeletonCards({ label }: { label: string }) {
  const { t } = useTranslation('ui');
  return (
    <ul className={classes['cards']} aria-busy="true" aria-label={t('table.loading', { label })}>
      {skeletonCards.map((card) => (
        <li key={card} className={classes['card']}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={12} width="85%" />
        </li>
      ))}
    </ul>
  );
}
