import { Skeleton, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { isKept, orderInAddress, standingOrder } from '#web/ui/list/column.ts';
import type { ColumnOrder, ListOrder } from '#web/ui/list/column.ts';
import { RowCards, SkeletonCards } from '#web/ui/list/RowCards.tsx';
import { PickBox, PickPageBox, pickColumnWidth } from '#web/ui/list/PickBox.tsx';
import { clickOf } from '#web/ui/list/rows.ts';
import type { RowsProps } from '#web/ui/list/rows.ts';
import { useHiddenEnds } from '#web/ui/use-hidden-ends.ts';
import classes from './DataTable.module.css';

const skeletonRows = ['1', '2', '3', '4', '5'];
/** A column that says no width and no smallest one has at least this, in pixels. */
const sharedWidthMin = 150;

/** The rows of every list: a table, or cards on phones, with a skeleton of five rows, empty and error faces. */
export function DataTable<Row>(props: RowsProps<Row>) {
  const { label, rows, error, onRetry, empty } = props;
  const isPhone = useIsPhone();
  if (error && !rows)
    return <div className={classes['frame']}>{<ErrorState error={error} {...(onRetry ? { onRetry } : {})} />}</div>;
  if (rows?.length === 0) return <div className={classes['frame']}>{empty}</div>;
  if (isPhone) return rows ? <RowCards {...props} rows={rows} /> : <SkeletonCards label={label} />;
  return <ScrollingTable {...props} />;
}

/** A table that scrolls sideways in its frame where it does not fit, with a shadow at each end where more of it waits. */
function ScrollingTable<Row>(props: RowsProps<Row>) {
  const { label, columns, rows } = props;
  const { t } = useTranslation('ui');
  const { ref, hidden } = useHiddenEnds();
  const isFixed = columns.some(({ width }) => width !== undefined);
  return (
    <div
      className={classes['ends']}
      data-more-before={hidden.before || undefined}
      data-more-after={hidden.after || undefined}
    >
      {/* It scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={ref} className={classes['frame']} aria-label={label} tabIndex={0}>
        <Table
          stickyHeader
          highlightOnHover
          horizontalSpacing={12}
          aria-busy={!rows}
          layout={isFixed ? 'fixed' : 'auto'}
          miw={isFixed ? widthMinOf(props) : undefined}
        >
          <Table.Caption className={classes['caption']}>{rows ? label : t('table.loading', { label })}</Table.Caption>
          <Head {...props} />
          <Table.Tbody>{rows ? <Rows {...props} rows={rows} /> : <SkeletonRows {...props} />}</Table.Tbody>
        </Table>
      </section>
    </div>
  );
}

function widthMinOf<Row>({ columns, selection }: RowsProps<Row>): number {
  const widths = columns.map(({ widthMin = sharedWidthMin, width = widthMin }) => width);
  return widths.reduce((sum, width) => sum + width, selection ? pickColumnWidth : 0);
}

function Head<Row>({ columns, order, selection, rows }: RowsProps<Row>) {
  return (
    <Table.Thead className={classes['head']}>
      <Table.Tr>
        {selection && (
          <Table.Th scope="col" w={pickColumnWidth} className={classes['headCell']}>
            {rows && <PickPageBox selection={selection} />}
          </Table.Th>
        )}
        {columns.map((column) => {
          const standing = order && standingOrder(column, order.by);
          return (
            <Table.Th
              key={column.key}
              scope="col"
              w={column.width}
              ta={column.align ?? 'start'}
              className={classes['headCell']}
              data-kept={isKept(column) || undefined}
              aria-sort={standing?.direction}
            >
              {order && column.orders ? (
                <OrderButton
                  header={column.header}
                  orders={column.orders}
                  standing={standing}
                  onOrder={order.onOrder}
                />
              ) : (
                column.header
              )}
            </Table.Th>
          );
        })}
      </Table.Tr>
    </Table.Thead>
  );
}

interface OrderButtonProps {
  readonly header: string;
  readonly orders: readonly ColumnOrder[];
  readonly standing: ColumnOrder | undefined;
  readonly onOrder: ListOrder['onOrder'];
}

/** The head of a column that the list can be ordered by; pressed again it takes the other order, where there are two. */
function OrderButton({ header, orders, standing, onOrder }: OrderButtonProps) {
  const next = orders[(standing ? orders.indexOf(standing) + 1 : 0) % orders.length];
  const Arrow = (standing ?? next)?.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      className={classes['order']}
      data-first={standing !== undefined || undefined}
      onClick={() => next && onOrder(orderInAddress(next))}
    >
      {header}
      <Arrow size={14} stroke={1.5} aria-hidden />
    </UnstyledButton>
  );
}

function Rows<Row>(props: RowsProps<Row> & { rows: readonly Row[] }) {
  const { columns, rows, rowKey, isHighlighted, selection } = props;
  return rows.map((row) => {
    const onClick = clickOf(row, props);
    return (
      <Table.Tr
        key={rowKey(row)}
        className={classes['row']}
        data-clickable={onClick ? true : undefined}
        data-highlighted={isHighlighted?.(row) || undefined}
        onClick={onClick}
      >
        {selection && (
          <Table.Td data-pick className={classes['cell']}>
            <PickBox row={row} selection={selection} />
          </Table.Td>
        )}
        {columns.map((column) => {
          const content = column.cell(row);
          return (
            <Table.Td
              key={column.key}
              ta={column.align ?? 'start'}
              className={classes['cell']}
              data-kept={isKept(column) || undefined}
            >
              {content}
            </Table.Td>
          );
        })}
      </Table.Tr>
    );
  });
}

function SkeletonRows<Row>({ columns, selection }: RowsProps<Row>) {
  return skeletonRows.map((row) => (
    <Table.Tr key={row} className={classes['row']}>
      {selection && <Table.Td className={classes['cell']} />}
      {columns.map(({ key }, at) => (
        <Table.Td key={key} className={classes['cell']}>
          <Skeleton height={12} width={at === 0 ? '70%' : '50%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
