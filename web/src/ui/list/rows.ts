import type { MouseEvent, ReactNode } from 'react';
import type { Column, ListOrder } from '#web/ui/list/column.ts';
import type { RowSelection } from '#web/ui/list/selection.ts';

/** A page of a paged route's rows. */
export interface RowsPage<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly totalIsAtLeast?: boolean | undefined;
}

/** How many rows a list finds; undefined while that is not known, and where it stopped counting. */
export function totalOf(page: RowsPage<unknown> | undefined): number | undefined {
  return page?.totalIsAtLeast ? undefined : page?.total;
}

/** The rows to show of a page. None yet where only other pages have rows: `ListPagination` leads there. */
export function rowsOf<Row>(page: RowsPage<Row> | undefined): readonly Row[] | undefined {
  return page?.data.length === 0 && page.total > 0 ? undefined : page?.data;
}

/** The rows of a list, however they are drawn. */
export interface RowsProps<Row> {
  /** What the list holds, for whoever cannot see it. */
  readonly label: string;
  /** The first column is the link to the row's page. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly order?: ListOrder;
  readonly isHighlighted?: (row: Row) => boolean;
  /** A click anywhere on the row; the link in the first column serves the keyboard. */
  readonly onRowClick?: ((row: Row) => void) | undefined;
  /** Which rows react to a click; all of them without this. */
  readonly isClickable?: (row: Row) => boolean;
  /** Rows can be picked, each by its box. */
  readonly selection?: RowSelection<Row> | undefined;
  readonly error?: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Shown when there is no row. */
  readonly empty: ReactNode;
}

/** What a click on a row does, and whether it does anything; links and buttons inside keep their own meaning. */
export function clickOf<Row>(row: Row, { onRowClick, isClickable = () => true }: RowsProps<Row>) {
  if (!onRowClick || !isClickable(row)) return undefined;
  return (event: MouseEvent) => {
    if (!(event.target as Element).closest('a, button, input, label, [data-pick]')) onRowClick(row);
  };
}
