import type { ReactNode } from 'react';

/** An order of a list by one of its columns. */
export interface ColumnOrder {
  /** What the address calls it. */
  readonly by: string;
  readonly direction: 'ascending' | 'descending';
  /** It holds unless the address says another. */
  readonly isDefault?: true;
  /** What it is called beside the other one of its column; the column's header when absent. */
  readonly label?: string;
}

export interface Column<Row> {
  /** Unique among the columns. What can be done with a row is `actions`, and stays in sight where a table scrolls. */
  readonly key: string;
  readonly header: string;
  /** Numbers stand right. */
  readonly align?: 'start' | 'end';
  /** In pixels. Columns without one share what the others leave. */
  readonly width?: number;
  /** In pixels, of a column without a width. */
  readonly widthMin?: number;
  /**
   * Where it stands when a row is a card, on phones: in the upper corner, on a line of its own, or nowhere. Without this, on the
   * last line, with others; there `named` puts its header before it, as before every number.
   */
  readonly card?: 'corner' | 'line' | 'none' | 'named';
  /** People may hide this column, or show it. */
  readonly choice?: 'shown' | 'hidden';
  /** The list's orders by this column, the usual one first. */
  readonly orders?: readonly ColumnOrder[];
  readonly cell: (row: Row) => ReactNode;
}

/** The order that a list is in, and how it takes another. */
export interface ListOrder {
  readonly by: string | undefined;
  readonly onOrder: (by: string | undefined) => void;
}

/** The order of the column that the list is in; undefined where it is in one of another column. */
export function standingOrder<Row>({ orders }: Column<Row>, by: string | undefined): ColumnOrder | undefined {
  return orders?.find((order) => (by === undefined ? order.isDefault === true : order.by === by));
}

/** The order as an address has it: the default is left out. */
export function orderInAddress({ by, isDefault }: ColumnOrder): string | undefined {
  return isDefault ? undefined : by;
}

/** Whether a table that scrolls sideways keeps the column at its edge. */
export function isKept<Row>({ key }: Column<Row>): boolean {
  return key === 'actions';
}
