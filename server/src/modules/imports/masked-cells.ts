import type { SurveyId, UserId } from '@escuta/contract/ids';
import { questionOf } from '@escuta/contract/imports';
import type { ImportField, RowError } from '@escuta/contract/imports';
import { findMaskedKeys } from '#modules/responses/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { TableRow } from '#platform/tabular/table.ts';
import type { ListedRow } from './queries.ts';

/** An imported file, by whose it is and what its columns became. */
export interface ImportedFile {
  readonly surveyId: SurveyId | null;
  readonly uploadedBy: UserId | null;
  readonly mapping: readonly ImportField[];
}

/** Why the cells of a row may stand under other columns than their own. */
const misplacing: Readonly<Partial<Record<RowError, true>>> = {
  columns_missing: true,
  columns_extra: true,
  quote_broken: true,
  row_too_long: true,
  line_break_stray: true,
  encoding_mixed: true,
} satisfies Record<NonNullable<TableRow['fault']> | 'columns_missing' | 'columns_extra', true>;

/**
 * Rows of a file as somebody may have them: for all but who uploaded it the answers that are masked today are empty (decision 0066),
 * and so is all of a row in which they may stand anywhere.
 */
export async function withoutMaskedCells(
  tx: Transaction,
  { companyId, userId }: Scope,
  { surveyId, uploadedBy, mapping }: ImportedFile,
  rows: readonly ListedRow[],
): Promise<readonly ListedRow[]> {
  if (surveyId === null || uploadedBy === userId) return rows;
  const keys = await findMaskedKeys(tx, { companyId, surveyId });
  const isMasked = mapping.map((field) => keys.includes(questionOf(field) ?? ''));
  if (!isMasked.includes(true)) return rows;
  const isMisplaced = ({ cells, problems }: ListedRow) =>
    cells.length > mapping.length || problems.some(({ reason }) => misplacing[reason]);
  return rows.map((row) => {
    const all = isMisplaced(row);
    return { ...row, cells: row.cells.map((cell, at) => (all || isMasked[at] ? '' : cell)) };
  });
}
