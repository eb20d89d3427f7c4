import type { DayOrder } from '@escuta/contract/day-text';
import type { ImportId } from '@escuta/contract/ids';
import type { ImportField } from '@escuta/contract/imports';
import type { Language } from '@escuta/contract/primitives';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { datedName, tableFile, walkPages } from '#platform/tabular/table-file.ts';
import type { WrittenFile } from '#platform/tabular/table-file.ts';
import type { Column } from '#platform/tabular/written-table.ts';
import { columnNames, layoutOf } from './file-preview.ts';
import type { StoredPreview } from './file-preview.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import { withoutMaskedCells } from './masked-cells.ts';
import type { ImportedFile } from './masked-cells.ts';
import { listRowErrors } from './queries.ts';
import type { ListedRow } from './queries.ts';
import { readImportRow } from './read-imports.ts';

const texts: Readonly<Record<Language, typeof pt>> = { pt, es, en };

/**
 * The rows of an import that were refused or came in with a warning, as a file of the kind that was imported, read page by
 * page: the row's number in the file, its reasons, then the cells as they came, so that the file can be mended and imported
 * again; masked for others than who uploaded it (`masked-cells.ts`). Refuses as reading the import does.
 */
export async function readErrorsFile(
  database: Database,
  scope: Scope,
  { importId, language }: { importId: ImportId; language: Language },
): Promise<WrittenFile> {
  const row = await readImportRow(database, scope, importId);
  const unit = await database.withCompany(scope.companyId, (tx) =>
    findBusinessUnit(tx, scope.companyId, row.business_unit_id),
  );
  if (!unit) throw refuse('NOT_FOUND');
  const preview = row.preview as StoredPreview;
  const { format } = layoutOf(preview);
  const table = {
    title: texts[language].sheet,
    columns: columnsOf(language, row.day_order),
    rows: errorPages(database, scope, { ...row, mapping: row.mapping as ImportField[] }),
    // A row with too few cells is not to come back with enough of them.
    ragged: { headings: columnNames(preview, row.has_header), texts: ({ cells }: ListedRow) => cells },
  };
  const word = `${row.file_name.replace(/\.[a-z0-9]{1,5}$/i, '')}-${texts[language].fileName}`;
  const name = datedName(word, unit.timezone, row.created_at);
  return tableFile(table, { name, format, language });
}

function errorPages(
  database: Database,
  scope: Scope,
  file: ImportedFile & { readonly id: ImportId },
): AsyncGenerator<readonly ListedRow[]> {
  return walkPages<ListedRow, number>(({ after, limit }) =>
    database.withCompany(scope.companyId, async (tx) => {
      const rows = await listRowErrors(tx, scope.companyId, file.id, { after: after ?? 0, limit });
      return { rows: await withoutMaskedCells(tx, scope, file, rows), last: rows.at(-1)?.rowNo ?? null };
    }),
  );
}

function columnsOf(language: Language, dayOrder: DayOrder): Column<ListedRow>[] {
  const { reasons, rowNumber, reason, importedWithout } = texts[language];
  // A date is to be written as the import read the others.
  const words = {
    ...reasons,
    date_invalid: reasons.date_invalid[dayOrder],
    day_invalid: reasons.day_invalid[dayOrder],
    answered_at_invalid: reasons.answered_at_invalid[dayOrder],
  };
  const sentence = ({ reason: code, column }: ListedRow['problems'][number]) =>
    `${words[code]}${column === null ? '' : ` (${column})`}.`;
  const outcome = ({ problems, isWarning }: ListedRow) => {
    // Of too many tags some may have come in, and the reason says so.
    const leftOut = problems.filter(({ reason: code, column }) => column !== null && code !== 'tags_left_out').length;
    return isWarning && leftOut > 0 ? [leftOut === 1 ? importedWithout.one : importedWithout.several] : [];
  };
  return [
    { name: rowNumber, type: 'number', cell: ({ rowNo }) => rowNo },
    { name: reason, type: 'text', cell: (row) => [...row.problems.map(sentence), ...outcome(row)].join(' ') },
  ];
}
