import type { CellDate } from './table.ts';

interface Typed<Type extends string, Value> {
  readonly type: Type;
  readonly value: Value;
}

/** A cell to be written; null is a blank one. */
export type WrittenCell =
  | Typed<'text', string>
  | Typed<'number', number>
  | Typed<'date', CellDate>
  /** `HH:MM:SS`, a time of day. */
  | Typed<'time', string>
  | null;

interface ColumnOf<Row, Type extends string, Value> {
  readonly name: string;
  readonly type: Type;
  /** What a row has in it; null for nothing. */
  readonly cell: (row: Row) => Value | null;
}

/** A column of a table: its heading, what stands in it, and how it is got out of a row. */
export type Column<Row> =
  | ColumnOf<Row, 'text', string>
  | ColumnOf<Row, 'number', number>
  | ColumnOf<Row, 'date', CellDate>
  | ColumnOf<Row, 'time', string>;

/** A table on its way into a file, whatever the kind of the file. */
export interface WrittenTable<Row> {
  /** What its sheet is called, where a file has sheets. */
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  /** In pieces of any size; the next is asked for when the one before is written. */
  readonly rows: AsyncIterable<readonly Row[]>;
  /** What stands behind the columns: texts of another file as they came, in some rows fewer than headings, in some more. */
  readonly ragged?: { readonly headings: readonly string[]; readonly texts: (row: Row) => readonly string[] };
  /** Another table that explains this one: a sheet of its own in a workbook, and in no other file. */
  readonly appendix?: WrittenTable<readonly string[]>;
}

/** What is there already, as something that is read piece by piece. */
export async function* inOnePiece<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}

/** The cells of a row. */
export function cellsOf<Row>({ columns, ragged }: Omit<WrittenTable<Row>, 'rows'>, row: Row): WrittenCell[] {
  const cells = columns.map((column) => cellOf(column, row));
  if (ragged) cells.push(...ragged.texts(row).map(textCell));
  return cells;
}

/** The headings, as cells. */
export function headingsOf<Row>({ columns, ragged }: Omit<WrittenTable<Row>, 'rows'>): WrittenCell[] {
  return [...columns.map(({ name }) => name), ...(ragged?.headings ?? [])].map(textCell);
}

function textCell(value: string): WrittenCell {
  return { type: 'text', value };
}

function cellOf<Row>(column: Column<Row>, row: Row): WrittenCell {
  const value = column.cell(row);
  return value === null ? null : ({ type: column.type, value } as WrittenCell);
}
