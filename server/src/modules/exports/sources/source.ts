import type { Language } from '@escuta/contract/primitives';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { WalkedTable } from '#platform/tabular/table-file.ts';
import type { PackedTable, TablePieces } from '#platform/tabular/table-pieces.ts';
import type { WrittenCell, WrittenTable } from '#platform/tabular/written-table.ts';
import type { Order, Reading } from '../asked.ts';

/** Less than a millisecond of work. Between two portions the next page gets its turn: the database waits for each of our answers. */
const portionRows = 100;

/** What is found at the start of an export, and stays as it was then. */
export interface Measured {
  /** How many contacts, responses or messages there are. */
  readonly total: number;
  /** What the columns follow from, as JSON. */
  readonly layout: unknown;
  /** The titles of the surveys, where it is of surveys. */
  readonly surveyTitle: string | null;
}

/** One page of what is exported. */
export interface SourcePage {
  /** Its rows as a piece of a file, in portions that take a moment each. */
  readonly packedBy: (pieces: TablePieces) => Iterable<Buffer>;
  /** The contacts, responses or messages that the rows are of. */
  readonly count: number;
  /** The key behind which the next page begins, as JSON. */
  readonly last: unknown;
}

/** What is exported, opened: the same columns whenever it is opened with the same layout. */
export interface OpenSource {
  readonly title: string;
  readonly headings: readonly { readonly name: string; readonly type: NonNullable<WrittenCell>['type'] }[];
  readonly read: (tx: Transaction, page: { after: unknown; limit: number }) => Promise<SourcePage>;
  readonly appendix?: WrittenTable<readonly string[]>;
}

/** What can be exported, and is asked for by a form. */
export interface ExportSource<Form> {
  /** Looks at what is asked for, and refuses what nobody can have. */
  readonly order: (tx: Transaction, scope: Scope, form: Form) => Promise<Order>;
  /** What its file is called, without its day: as that of the same list which is had at once. */
  readonly fileName: (language: Language) => string;
  readonly measure: (tx: Transaction, reading: Reading) => Promise<Measured>;
  readonly open: (tx: Transaction, reading: Reading, layout: unknown) => Promise<OpenSource>;
}

/** A table as a source; `countOf` says how many things the rows of a page are of. */
export function sourceOf<Row, Key>(
  table: WalkedTable<Row, Key>,
  { countOf, appendix }: { countOf: (rows: readonly Row[]) => number; appendix?: WrittenTable<readonly string[]> },
): OpenSource {
  const texts = (table.ragged?.headings ?? []).map((name) => ({ name, type: 'text' as const }));
  return {
    title: table.title,
    headings: [...table.columns.map(({ name, type }) => ({ name, type })), ...texts],
    read: async (tx, { after, limit }) => {
      const { rows, last } = await table.read(tx, { after: after as Key | null, limit });
      return { packedBy: (pieces) => packed(pieces, table, rows), count: countOf(rows), last };
    },
    ...(appendix ? { appendix } : {}),
  };
}

function* packed<Row>(pieces: TablePieces, table: PackedTable<Row>, rows: readonly Row[]): Generator<Buffer> {
  for (let from = 0; from < rows.length; from += portionRows)
    yield pieces.pack(table, rows.slice(from, from + portionRows));
}
