import type { Notation } from '@escuta/contract/custom-field-values';
import type { DayOrder } from '@escuta/contract/day-text';
import type { BusinessUnitId, CompanyId, ImportId } from '@escuta/contract/ids';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { BlankCells, ImportField, ImportMode, RowError } from '@escuta/contract/imports';
import type { undoUpserts } from '#modules/contacts/index.ts';
import type { Transaction, Database } from '#platform/db/database.ts';
import type { Cell, TableRow } from '#platform/tabular/table.ts';
import type { MappedTable, MappingProblem } from './import.ts';

/** What a file becomes: the part of an import that knows the noun. Upload, checkpoint, counts and errors are the same for all. */
export interface ImportTarget<Value> {
  /** What the first rows of a file say of its columns, which may also be custom fields of the company. */
  guess(records: readonly (readonly Cell[])[], customFields: readonly CustomField[]): ColumnsGuess;
  /** What makes a mapping unusable, or null. */
  mappingProblem(mapping: readonly ImportField[], table: MappedTable): MappingProblem | null;
  /** Reads a row that is not blank. */
  readRow(row: TableRow, rules: RowRules): RowReading<Value>;
  /** Writes what was read, and says what became of each. Somebody else's write of the same moment is the database's error. */
  write(tx: Transaction, run: TargetRun, values: readonly Value[], now: Date): Promise<readonly RowOutcome[]>;
  /**
   * Says what `write` would make of values, call by call, each after those of the calls before, and writes nothing: by the same
   * judgement.
   */
  rehearse(): (tx: Transaction, run: TargetRun, values: readonly Value[]) => Promise<readonly RowOutcome[]>;
  /** Takes back what an import did to some of whom it touched, but where they were touched since. */
  undo: typeof undoUpserts;
  /** Tells the database how many rows there are now, after thousands of new ones. */
  refreshStatistics(database: Database): Promise<void>;
}

export interface ColumnsGuess {
  /** Titles, dates and blank lines above the table, in rows. */
  readonly rowsAbove: number;
  readonly hasHeader: boolean;
  readonly mapping: ImportField[];
  readonly hasCapitalNames: boolean;
  readonly dayOrder: DayOrder;
  readonly isDayOrderOpen: boolean;
  /** What stands before the decimals in the columns of numbers; null where nothing tells. */
  readonly decimal: Notation['decimal'] | null;
}

/** What the person said of the columns. */
export interface RowRules {
  readonly mapping: readonly ImportField[];
  readonly titleCase: boolean;
  readonly dayOrder: DayOrder;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly blankCells?: BlankCells | undefined;
  readonly custom?: CustomColumns | undefined;
}

/** The custom fields that columns become, by their internal names, and how the numbers of the file are written. */
export interface CustomColumns {
  readonly fields: ReadonlyMap<string, CustomField>;
  readonly decimal: Notation['decimal'];
}

/** What is wrong with a row, and the column to blame when there is one. */
export interface RowProblem {
  readonly reason: RowError;
  readonly column: number | null;
}

/** All that is wrong with a row: what is wrong with the whole of it first, then column by column. */
export type RowProblems = readonly [RowProblem, ...RowProblem[]];

/** A row is refused, or it has a value; the warnings then say what was left out of it. */
export type RowReading<Value> =
  | { readonly refusal: RowProblems; readonly value?: undefined }
  | { readonly refusal?: undefined; readonly value: Value; readonly warnings: readonly RowProblem[] };

export type RowOutcome = 'created' | 'updated' | 'unchanged' | RowError;

/** Where the values go, for which import, and what it may do. */
export interface TargetRun {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly importId: ImportId;
  readonly mode: ImportMode;
  /** Ids by names that one chunk remembers for the next; cleared when a transaction failed, which may have made them. */
  readonly companyIds?: Map<string, string>;
  readonly custom?: CustomColumns | undefined;
}
