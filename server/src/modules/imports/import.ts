import type { Import, ImportField, ImportPreview } from '@escuta/contract/imports';

/** What makes a mapping unusable, in the params of MAPPING_NOT_VALID. */
export type MappingProblem = 'columns' | 'field_twice' | 'no_address';

/** Whether a mapping says what every column becomes, each field at most once, and where an address comes from. */
export function mappingProblem(mapping: readonly ImportField[], columnCount: number): MappingProblem | null {
  if (mapping.length !== columnCount) return 'columns';
  const fields = mapping.filter((field) => field !== 'ignore');
  if (new Set(fields).size !== fields.length) return 'field_twice';
  return fields.includes('email') || fields.includes('tel') ? null : 'no_address';
}

/** Progress from 0 to 1: 1 only when the import has finished. */
export function progressOf({ status, total, done }: { status: Import['status']; total: number; done: number }): number {
  if (status === 'finished') return 1;
  return total === 0 ? 0 : Math.min(done / total, 0.999);
}

/** The letters that a spreadsheet shows above its columns: A … Z, AA … */
export function columnLetters(count: number): string[] {
  const letter = (at: number): string =>
    at < 26 ? String.fromCharCode(65 + at) : `${letter(Math.floor(at / 26) - 1)}${letter(at % 26)}`;
  return Array.from({ length: count }, (_, at) => letter(at));
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
