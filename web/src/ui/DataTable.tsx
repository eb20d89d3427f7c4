import { Skeleton, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '#web/lib/use-is-phone.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import classes from './DataTable.module.css';

export interface Column<Row> {
  /** Unique among the columns. */
  readonly key: string;
  readonly header: string;
  /** Numbers stand right. */
  readonly align?: 'start' | 'end';
  readonly width?: number | string;
  /** What a phone must show without scrolling sideways: there it stands under the first column's content. */
  readonly isKeptInView?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table holds, for who cannot see it. */
  readonly label: string;
  /** The first column is the link to the row's page. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly isHighlighted?: (row: Row) => boolean;
  /** A click anywhere on the row; the link in the first column serves the keyboard. */
  readonly onRowClick?: ((row: Row) => void) | undefined;
  /** Which rows react to a click; all of them without this. */
  readonly isClickable?: (row: Row) => boolean;
  readonly error?: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Shown when there is no row. */
  readonly empty: ReactNode;
}

const skeletonRows = ['1', '2', '3', '4', '5'];

/** The table of every list: skeleton of five rows, empty and error faces, hover and focus rows, sticky head. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, error, onRetry, empty } = props;
  const isPhone = useIsPhone();
  const columns = isPhone ? gatherInFirst(props.columns) : props.columns;
  const { t } = useTranslation('ui');
  if (error && !rows)
    return <div className={classes['frame']}>{<ErrorState error={error} {...(onRetry ? { onRetry } : {})} />}</div>;
  if (rows?.length === 0) return <div className={classes['frame']}>{empty}</div>;
  return (
    // The frame scrolls sideways on a phone, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['frame']} aria-label={label} tabIndex={0}>
      <Table stickyHeader highlightOnHover horizontalSpacing={12} aria-busy={!rows}>
        <Table.Caption className={classes['caption']}>{rows ? label : t('table.loading', { label })}</Table.Caption>
        <Table.Thead className={classes['head']}>
          <Table.Tr>
            {columns.map(({ key, header, align, width }) => (
              <Table.Th
                key={key}
                scope="col"
                w={width}
                ta={align === 'end' ? 'end' : 'start'}
                className={classes['headCell']}
              >
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows ? <Rows {...props} columns={columns} rows={rows} /> : <SkeletonRows columns={columns} />}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** The columns of a phone: those that must be seen under the first one. */
function gatherInFirst<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const kept = columns.filter(({ isKeptInView }) => isKeptInView);
  const [first, ...others] = columns.filter(({ isKeptInView }) => !isKeptInView);
  if (!first || kept.length === 0) return columns;
  const cell = (row: Row) => (
    <div className={classes['gathered']}>
      {first.cell(row)}
      {kept.map(({ key, cell: draw }) => (
        <div key={key} className={classes['kept']}>
          {draw(row)}
        </div>
      ))}
    </div>
  );
  return [{ ...first, cell }, ...others];
}

function Rows<Row>({
  columns,
  rows,
  rowKey,
  isHighlighted,
  onRowClick,
  isClickable = () => true,
}: DataTableProps<Row> & { rows: readonly Row[] }) {
  return rows.map((row) => (
    <Table.Tr
      key={rowKey(row)}
      className={classes['row']}
      data-clickable={(onRowClick && isClickable(row)) || undefined}
      data-highlighted={isHighlighted?.(row) || undefined}
      onClick={
        onRowClick && isClickable(row)
          ? (event) => {
              // Links and buttons inside the row keep their own meaning.
              if (!(event.target as Element).closest('a, button, input')) onRowClick(row);
            }
          : undefined
      }
    >
      {columns.map(({ key, align, cell }) => (
        <Table.Td key={key} ta={align === 'end' ? 'end' : 'start'} className={classes['cell']}>
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return skeletonRows.map((row) => (
    <Table.Tr key={row} className={classes['row']}>
      {columns.map(({ key }, at) => (
        <Table.Td key={key} className={classes['cell']}>
          <Skeleton height={12} width={at === 0 ? '70%' : '50%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}
