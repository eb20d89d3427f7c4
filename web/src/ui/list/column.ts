import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Unique among the columns. */
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
   * last line, with others.
   */
  readonly card?: 'corner' | 'line' | 'none';
  /** People may hide this column, or show it. */
  readonly choice?: 'shown' | 'hidden';
  /** The list's order by this column. The one that holds unless the address says another is the default. */
  readonly order?: { readonly by: string; readonly direction: 'ascending' | 'descending'; readonly isDefault?: true };
  readonly cell: (row: Row) => ReactNode;
}

/** The order that a list is in, and how it takes another. */
export interface ListOrder {
  readonly by: string | undefined;
  readonly onOrder: (by: string | undefined) => void;
}

/** Whether the list is in the order of this column. */
export function isLeading<Row>({ order }: Column<Row>, by: string | undefined): boolean {
  return order !== undefined && (by === undefined ? order.isDefault === true : order.by === by);
}
