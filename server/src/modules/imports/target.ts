import type { Notation } from '@escuta/contract/custom-field-values';
import type { DayOrder } from '@escuta/contract/day-text';
import type { BusinessUnitId, CompanyId, ImportId, SurveyId } from '@escuta/contract/ids';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { BlankCells, ImportField, ImportMode, RowError } from '@escuta/contract/imports';
import type { ImportedSurvey } from '#modules/responses/index.ts';
import type { Transaction, Database } from '#platform/db/database.ts';
import type { Cell, TableRow } from '#platform/tabular/table.ts';

/*
 * What a file becomes is told in two parts, which know the noun: what its columns may be, and what is made of its rows. Upload,
 * checkpoint, counts and errors are the same for all.
 */

/** What the columns of a file may be. */
export interface UploadRules {
  /** What they may become beside the fields that each file may have. Refuses NOT_FOUND for a survey that is not there. */
  choices(tx: Transaction, upload: UploadedTo): Promise<ColumnChoices>;
  /** What the first rows of a file say of its columns. */
  guess(records: readonly (readonly Cell[])[], choices: ColumnChoices): ColumnsGuess;
  /** What makes a mapping unusable, or null. */
  mappingProblem(mapping: readonly ImportField[], columnCount: number, choices: ColumnChoices): MappingProblem | null;
}

/** What is made of the rows of a file. */
export interface ImportTarget<Value> {
  /** What reading and writing the file ask of the company, as it is now. */
  open(tx: Transaction, file: OpenedFile): Promise<RunKnowledge>;
  /** Reads a row that is not blank. */
  readRow(row: TableRow, rules: RowRules): RowReading<Value>;
  /** Writes what was read, and says what became of each. Somebody else's write of the same moment is the database's error. */
  write(tx: Transaction, run: TargetRun, values: readonly Value[], now: Date): Promise<readonly RowOutcome[]>;
  /** Opens a judge of what `write` would make of values, which writes nothing: by the same judgement. */
  rehearse(): RehearsedTarget<Value>;
  /** Takes back what an import did, some at a time, but where it was touched since. */
  undo(tx: Transaction, run: UndoneRun, page: UndoPage): Promise<UndoneRows>;
  /** Tells the database how many rows there are now, after thousands of new ones. */
  refreshStatistics(database: Database): Promise<void>;
}

/** Values are given to it call by call, each after those of the calls before. */
export interface RehearsedTarget<Value> {
  judge(tx: Transaction, run: TargetRun, values: readonly Value[]): Promise<readonly RowOutcome[]>;
}

/** Whose a file is, and the survey that its answers are to; null in a file of contacts. */
export interface UploadedTo {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly surveyId: SurveyId | null;
}

/** A file, and what was said of its columns. */
export interface OpenedFile extends UploadedTo {
  readonly mapping: readonly ImportField[];
  /** Before the decimals of numbers that are text, where the file tells. */
  readonly decimal: Notation['decimal'] | null | undefined;
}

/** What columns may become beside the fields that each file may have. */
export interface ColumnChoices {
  readonly customFields: readonly CustomField[];
  /** Of a file of answers. */
  readonly survey?: ImportedSurvey | undefined;
}

/** What makes a mapping unusable, in the params of MAPPING_NOT_VALID. */
export type MappingProblem =
  | 'columns'
  | 'field_twice'
  | 'field_unknown'
  | 'no_address'
  | 'no_answered_at'
  | 'no_score'
  | 'no_answer';

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

/** What a target looks up once for a run. */
export interface RunKnowledge {
  readonly custom?: CustomColumns | undefined;
  /** The column of the tags of people; null where there is none. */
  readonly tagsColumn?: number | null;
  /** Ids by names that one chunk remembers for the next; cleared when a transaction failed, which may have made them. */
  readonly companyIds?: Map<string, string>;
  readonly survey?: ImportedSurvey | undefined;
}

/** What the person said of the columns. */
export interface RowRules extends Pick<RunKnowledge, 'custom' | 'survey'> {
  readonly mapping: readonly ImportField[];
  readonly titleCase: boolean;
  readonly dayOrder: DayOrder;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Nothing in a file is later. */
  readonly now: Date;
  readonly blankCells?: BlankCells | undefined;
}

/** The custom fields that columns become, by their internal names, and how the numbers of the file are written. */
export interface CustomColumns {
  readonly fields: ReadonlyMap<string, CustomField>;
  /** Those of the company that a form may not leave blank, each with its column; null where no column becomes it. */
  readonly required: ReadonlyMap<string, number | null>;
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

export type RowChange = 'created' | 'updated' | 'unchanged';
/** What became of a row: it came in, perhaps with something to be warned of, or was refused, perhaps for one of its cells. */
export type RowOutcome =
  | RowChange
  | RowError
  | RowProblem
  | { readonly change: RowChange; readonly warnings: RowProblems };

/** Where the values go, for which import, and what it may do. */
export interface TargetRun extends RunKnowledge {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly importId: ImportId;
  readonly mode: ImportMode;
  readonly mapping: readonly ImportField[];
  /** Whether answers set off what a new one does. */
  readonly setsOff: boolean;
}

/** An import that somebody undoes: what it brought was created since. */
export type UndoneRun = Pick<TargetRun, 'companyId' | 'businessUnitId' | 'importId'> & { readonly since: Date };

export interface UndoPage {
  /** What the page before gave as `next`, as JSON keeps it; null at the beginning. */
  readonly after: unknown;
  readonly limit: number;
  readonly now: Date;
}

export interface UndoneRows {
  readonly undone: number;
  /** Where to go on; null behind the last. */
  readonly next: object | null;
}
