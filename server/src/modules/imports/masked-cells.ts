import { mayTakeNames } from '@escuta/contract/access-policy';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import type { SurveyId, UserId } from '@escuta/contract/ids';
import { customFieldOf, questionOf } from '@escuta/contract/imports';
import type { ImportField, RowError } from '@escuta/contract/imports';
import { listCustomFields } from '#modules/contacts/index.ts';
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

/** What says who somebody is; and so may a column that nothing was made of. */
const identifying: ReadonlySet<ImportField> = new Set<ImportField>([...contactFieldNames, 'ignore']);

/**
 * Rows of a file as somebody may have them. For all but who uploaded it the answers that are masked today (decision 0066) and the values of
 * sensitive custom fields are empty, and for who may take away no file that says who people are, what identifies them; and so is all of a
 * row in which any of it may stand anywhere.
 */
export async function withoutMaskedCells(
  tx: Transaction,
  scope: Scope,
  { surveyId, uploadedBy, mapping }: ImportedFile,
  rows: readonly ListedRow[],
): Promise<readonly ListedRow[]> {
  const { companyId, userId } = scope;
  if (uploadedBy === userId) return rows;
  const keys = surveyId === null ? [] : await findMaskedKeys(tx, { companyId, surveyId });
  const open = (await listCustomFields(tx, companyId)).filter(({ sensitive }) => !sensitive);
  const openFields = new Set(open.map(({ internal_name: name }) => name));
  const takesNames = mayTakeNames(scope);
  const isMasked = mapping.map((field) => {
    const [question, custom] = [questionOf(field), customFieldOf(field)];
    if (question !== null) return keys.includes(question);
    if (custom !== null) return !takesNames || !openFields.has(custom);
    return !takesNames && identifying.has(field);
  });
  if (!isMasked.includes(true)) return rows;
  const isMisplaced = ({ cells, problems }: ListedRow) =>
    cells.length > mapping.length || problems.some(({ reason }) => misplacing[reason]);
  return rows.map((row) => {
    const all = isMisplaced(row);
    return { ...row, cells: row.cells.map((cell, at) => (all || isMasked[at] ? '' : cell)) };
  });
}
