import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { Language } from '@escuta/contract/primitives';
import { csvDialects, csvHead, csvLineOf } from './csv/write-csv.ts';
import { writeTable } from './write-table.ts';
import { cellsOf } from './written-table.ts';
import type { Column, WrittenCell, WrittenTable } from './written-table.ts';

type Cells = readonly WrittenCell[];

/** What a table is called and has above its rows, and what explains it. */
export interface TableHead extends Pick<WrittenTable<Cells>, 'title' | 'appendix'> {
  readonly headings: readonly Pick<Column<Cells>, 'name' | 'type'>[];
}

/** What says which cells a row has. */
export type PackedTable<Row> = Pick<WrittenTable<Row>, 'title' | 'columns' | 'ragged'>;

/** How the rows of a file are kept in pieces until all are there. */
export interface TablePieces {
  /** Rows of a table as a piece. */
  readonly pack: <Row>(table: PackedTable<Row>, rows: readonly Row[]) => Buffer;
  /** The file of all pieces in their order, made while it is read; of each piece no more is asked for than is taken. */
  readonly join: (head: TableHead, pieces: AsyncIterable<Readable>) => AsyncGenerator<Uint8Array>;
}

/** The pieces of a format. Of a CSV file they are its lines, so that each cell is written once; of others the cells. */
export function tablePieces(format: WrittenFormat, language: Language): TablePieces {
  return format === 'csv' ? linesOfCsv(language) : cellsAsJson(format, language);
}

function linesOfCsv(language: Language): TablePieces {
  const dialect = csvDialects[language];
  return {
    pack: (table, rows) => packed(rows, csvLineOf(table, dialect)),
    async *join(head, pieces) {
      yield Buffer.from(csvHead({ columns: head.headings }, dialect));
      for await (const piece of pieces) yield* piece as AsyncIterable<Uint8Array>;
    },
  };
}

function cellsAsJson(format: WrittenFormat, language: Language): TablePieces {
  return {
    pack: (table, rows) => packed(rows, (row) => `${JSON.stringify(cellsOf(table, row))}\n`),
    join: (head, pieces) => writeTable({ ...tableUnder(head), rows: rowsOf(pieces) }, format, language),
  };
}

/** Bytes lie outside the heap, where nobody moves them about while they wait to be stored. */
function packed<Row>(rows: readonly Row[], lineOf: (row: Row) => string): Buffer {
  let lines = '';
  for (const row of rows) lines += lineOf(row);
  return Buffer.from(lines);
}

async function* rowsOf(pieces: AsyncIterable<Readable>): AsyncGenerator<readonly Cells[]> {
  for await (const piece of pieces) {
    const lines = (await text(piece)).trimEnd().split('\n');
    yield lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Cells);
  }
}

function tableUnder({ headings, ...rest }: TableHead): Omit<WrittenTable<Cells>, 'rows'> {
  const columns = headings.map(({ name, type }, at) => ({
    name,
    type,
    cell: (row: Cells) => row[at]?.value ?? null,
  })) as Column<Cells>[];
  return { ...rest, columns };
}
