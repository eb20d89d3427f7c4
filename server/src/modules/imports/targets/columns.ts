import { email } from '@escuta/contract/primitives';
import type { ImportField } from '@escuta/contract/imports';
import { isFormulaError } from '#platform/tabular/cell-text.ts';
import { bareAddress } from './cells.ts';

/** What the columns of one kind of file are known by. */
export interface KnownColumns {
  /** What a header says of its column; null where it says nothing that we know. */
  readonly readHeader: (cell: string) => ImportField | null;
  /** What cells look like where no header says it, the more particular first. */
  readonly looks: readonly (readonly [ImportField, (cell: string) => boolean])[];
}

/** The columns that headers name exactly, in the form of `plainWords`. */
export type NamedColumns = ReadonlyMap<string, ImportField>;

const isAddress = (cell: string) => looksLikeEmail(cell) || looksLikePhone(cell.trim());

/** The table that stands in the first rows of a file, and what its columns become. */
export function guessTable(texts: readonly (readonly string[])[], known: KnownColumns) {
  const rowsAbove = rowsAboveTable(texts, known);
  const records = texts.slice(rowsAbove);
  const hasHeader = detectHeader(records, known);
  const header = hasHeader ? (records[0] ?? []) : null;
  const rows = hasHeader ? records.slice(1) : records;
  const width = header?.length ?? Math.max(0, ...rows.map((row) => row.length));
  return { rowsAbove, hasHeader, rows, mapping: guessMapping(header, rows, width, known) };
}

/** Whether the first row names the columns: it holds no address, and it names one that we know or stands above addresses. */
export function detectHeader(
  records: readonly (readonly string[])[],
  { readHeader }: Pick<KnownColumns, 'readHeader'>,
): boolean {
  const [first = [], ...others] = records;
  const cells = first.map((cell) => cell.trim());
  if (cells.some(isAddress)) return false;
  if (cells.some((cell) => readHeader(cell) !== null)) return true;
  return others.some((row) => row.some((cell, at) => cells[at] && isAddress(cell)));
}

/** Titles, dates and blank lines that reports have above their columns. */
const rowsAboveHeaderMax = 10;

/**
 * How many rows at the beginning are no part of the table: those above the row that names the most columns, where none of
 * them holds an address; else those of a single cell above rows of several.
 */
export function rowsAboveTable(
  records: readonly (readonly string[])[],
  { readHeader }: Pick<KnownColumns, 'readHeader'>,
): number {
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '');
  const firstAddress = records.findIndex((row) => row.some(isAddress));
  const above = records.slice(0, Math.min(rowsAboveHeaderMax, firstAddress === -1 ? records.length : firstAddress));
  const named = above.map((row) => new Set(row.map(readHeader).filter((field) => field !== null)).size);
  const most = Math.max(0, ...named);
  if (most > 1 || (most === 1 && named[0] === 0 && firstAddress !== -1)) return named.indexOf(most);
  const widest = Math.max(0, ...records.map((row) => filled(row).length));
  const first = above.findIndex((row) => filled(row).length > 1);
  return widest > 1 && firstAddress !== -1 ? (first === -1 ? above.length : first) : 0;
}

/**
 * What each column becomes: by its header first, else by what most of its cells look like; each field once, of columns that
 * are named alike the first that holds something.
 */
export function guessMapping(
  header: readonly string[] | null,
  sample: readonly (readonly string[])[],
  width: number,
  { readHeader, looks }: KnownColumns,
): ImportField[] {
  const named = Array.from({ length: width }, (_, at) => (header ? readHeader(header[at] ?? '') : null));
  const taken = new Map<ImportField, number>();
  for (const [at, field] of named.entries()) {
    const before = field === null ? undefined : taken.get(field);
    const isBetter = before === undefined || (!holdsValue(sample, before) && holdsValue(sample, at));
    if (field !== null && isBetter) taken.set(field, at);
  }
  const mapping = named.map((field, at) => (field === null || taken.get(field) === at ? field : 'ignore'));
  for (const [field, look] of looks) {
    if (taken.has(field)) continue;
    const at = mapping.findIndex((known, column) => known === null && mostCellsLook(look, sample, column));
    if (at !== -1) mapping[at] = field;
  }
  return mapping.map((field) => field ?? 'ignore');
}

function holdsValue(sample: readonly (readonly string[])[], column: number): boolean {
  return sample.some((row) => {
    const cell = (row[column] ?? '').trim();
    return cell !== '' && !isFormulaError(cell);
  });
}

/** Whether most cells of a column that hold something look like what is asked. */
export function mostCellsLook(
  test: (cell: string) => boolean,
  sample: readonly (readonly string[])[],
  column: number,
): boolean {
  const cells = sample.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter(test).length > cells.length / 2;
}

export function looksLikeEmail(cell: string): boolean {
  return email.safeParse(bareAddress(cell.trim())).success;
}

export function looksLikePhone(cell: string): boolean {
  if (!/^\+?[\d\s().-]{8,24}$/.test(cell)) return false;
  const digits = cell.replace(/\D/g, '');
  if (cell.startsWith('+')) return digits.length >= 8 && digits.length <= 15;
  // Brazilian: area code, then a mobile of nine digits or a fixed line of eight. A CPF has eleven digits too.
  return /^(55)?[1-9][1-9](9\d{8}|[2-5]\d{7})$/.test(digits);
}
