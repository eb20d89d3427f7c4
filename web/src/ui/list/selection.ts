/** Which rows of a list are picked, for what is done to several at once. */
export interface RowSelection<Row> {
  readonly isPicked: (row: Row) => boolean;
  readonly onPick: (row: Row) => void;
  /** How many of the rows on the page are picked. */
  readonly onPage: 'none' | 'some' | 'all';
  /** Picks all rows of the page, or none of them. */
  readonly onPickPage: () => void;
  /** What the box of a row says to whoever cannot see it. */
  readonly labelOf: (row: Row) => string;
}
