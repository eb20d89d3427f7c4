import type { Notation } from '@escuta/contract/custom-field-values';
import { importLimits } from '@escuta/contract/imports';
import type { ImportPreview, ImportType } from '@escuta/contract/imports';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import { refuse } from '#platform/http/refusal.ts';
import { keptCell } from '#platform/tabular/cell-text.ts';
import { columnLetters } from '#platform/tabular/column-letters.ts';
import type { CsvLayout } from '#platform/tabular/csv/csv-record.ts';
import { NoTable } from '#platform/tabular/file-kind.ts';
import type { TableLook } from '#platform/tabular/look-at-table.ts';
import type { TableLayout } from '#platform/tabular/read-table.ts';
import { shownText, TableBroken } from '#platform/tabular/table.ts';
import type { ColumnChoices, OpenedFile } from './target.ts';
import { uploadRulesOf } from './targets/upload-rules.ts';

/** What `import_uploads.preview` holds: what the person saw, and how to read the file. */
export interface StoredPreview extends ImportPreview, Partial<Pick<CsvLayout, 'lineBreak' | 'firstByte'>> {
  /** The number of the first row of the table: the header, where there is one. What stands above it is no contact. */
  readonly firstRow: number;
  /** Rows of the whole file that are not blank, with the header and what stands above it. */
  readonly filledRows: number;
  /** Before the decimals of numbers that are text. */
  readonly decimal?: Notation['decimal'];
}

const sampleRows = 10;
const columnsMax = 200;
const shownLength = 200;

/** What a table holds for its target. Refuses FILE_EMPTY, ROWS_BROKEN, TOO_MANY_COLUMNS and TOO_MANY_ROWS. */
export function previewOf(
  { layout, sheets, head, filledRows, hasQuotes }: TableLook,
  type: ImportType,
  choices: ColumnChoices,
): Omit<StoredPreview, 'uploadId' | 'fileName' | 'sizeBytes'> {
  const { rowsAbove, ...guess } = uploadRulesOf(type).guess(
    head.map(({ cells }) => cells),
    choices,
  );
  const { hasHeader, mapping } = guess;
  const found = head.slice(rowsAbove);
  // A workbook's own dates stand beside texts in the order that the file is taken to have.
  const records = found.map(({ cells }) => cells.map((cell) => shownText(cell, guess.dayOrder)));
  const header = hasHeader ? (records[0] ?? []) : null;
  const rows = hasHeader ? records.slice(1) : records;
  if (!rows.some((row) => row.some((cell) => /[\p{L}\p{N}]/u.test(cell))))
    throw refuse(hasQuotes && filledRows > head.length ? 'ROWS_BROKEN' : 'FILE_EMPTY');
  const width = mapping.length;
  if (width > columnsMax) throw refuse('TOO_MANY_COLUMNS', { most: columnsMax });
  const rowCount = Math.max(0, filledRows - rowsAbove - (hasHeader ? 1 : 0));
  if (rowCount > importLimits.rows) throw refuse('TOO_MANY_ROWS', { most: importLimits.rows });
  return {
    type,
    survey: presentSurvey(choices),
    importedBefore: null,
    ...(layout.format === 'csv' ? { ...layout, sheet: 0 } : { ...layout, encoding: null, delimiter: null }),
    sheets: sheets.map((name) => keptCell(name, shownLength)),
    filledRows,
    firstRow: found[0]?.rowNo ?? 1,
    rowCount,
    columns: header ? header.map((cell) => keptCell(cell.trim(), shownLength)) : columnLetters(width),
    sample: rows.slice(0, sampleRows).map((row) => row.slice(0, columnsMax).map((cell) => keptCell(cell, shownLength))),
    ...guess,
    isMappingRemembered: false,
    // Where numbers have commas, lists have semicolons.
    decimal: guess.decimal ?? (layout.format === 'csv' && layout.delimiter === ',' ? '.' : ','),
  };
}

/** How the file of an upload is read. Uploads that were looked at before there were workbooks do not name their format. */
export function layoutOf({ format, sheet, encoding, delimiter, lineBreak, firstByte }: StoredPreview): TableLayout {
  if (format === 'xlsx') return { format, sheet };
  const csv = { encoding: encoding ?? 'utf-8', delimiter: delimiter ?? ',', lineBreak: lineBreak ?? '\n' } as const;
  return { format: 'csv', ...csv, firstByte: firstByte ?? 0 };
}

/** The names of the columns when the person has decided about the header, whatever we had guessed. */
export function columnNames(
  preview: Pick<ImportPreview, 'hasHeader' | 'columns' | 'sample'>,
  hasHeader: boolean,
): string[] {
  if (preview.hasHeader === hasHeader) return preview.columns;
  const width = preview.columns.length;
  return hasHeader ? Array.from({ length: width }, (_, at) => preview.sample[0]?.[at] ?? '') : columnLetters(width);
}

/** The survey that answers are to, as the wire shows it. */
function presentSurvey({ survey }: ColumnChoices): ImportPreview['survey'] {
  if (!survey) return null;
  const { questions, anonymous = false } = survey.definition;
  const score = scoreQuestionOf(questions);
  return {
    _id: survey.surveyId,
    title: survey.title,
    anonymous,
    questions: questions.map((question) => ({
      key: question.key,
      title: 'title' in question ? question.title : question.titles.middle,
      needed: question === score,
    })),
  };
}

/** What a target is told of a file when a run begins. */
export function openedFile(
  run: Omit<OpenedFile, 'decimal'> & { readonly preview: Pick<StoredPreview, 'decimal'> },
): OpenedFile {
  const { companyId, businessUnitId, surveyId, mapping, preview } = run;
  return { companyId, businessUnitId, surveyId, mapping, decimal: preview.decimal };
}

/** Tells a person who uploads a file what is wrong with it: what the file's fault is becomes a refusal. */
export function refuseUnreadable(error: unknown): never {
  if (error instanceof NoTable) throw refuse('FILE_NOT_TABLE', { kind: error.kind });
  if (error instanceof TableBroken && error.fault === 'line_too_long') throw refuse('LINE_TOO_LONG');
  if (error instanceof TableBroken && error.fault === 'rows_broken') throw refuse('ROWS_BROKEN');
  throw error;
}
