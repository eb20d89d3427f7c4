import type { CompanyId, ImportId } from '@escuta/contract/ids';
import type { RowError } from '@escuta/contract/imports';
import type { Language } from '@escuta/contract/primitives';
import type { Database } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { columnNames } from './import.ts';
import { safeCell } from '#platform/tabular/safe-cell.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import { listRowErrors } from './queries.ts';
import { readImportRow } from './read-imports.ts';
import type { StoredPreview } from './file-preview.ts';

const texts: Readonly<Record<Language, typeof pt>> = { pt, es, en };
const rowsPerPage = 1_000;
const byteOrderMark = '\ufeff';

/**
 * The rows of an import that were refused or came in with a warning, as a CSV file that is read page by page: the row's number
 * in the file, the reason, then the cells as they came, so that the file can be mended and imported again. UTF-8 with a mark, and `;` where spreadsheets
 * expect it (pt, es). Refuses as reading the import does.
 */
export async function readErrorsFile(
  database: Database,
  scope: Scope,
  { importId, language }: { importId: ImportId; language: Language },
): Promise<{ name: string; plainName: string; content: AsyncGenerator<string> }> {
  const row = await readImportRow(database, scope, importId);
  const columns = columnNames(row.preview as StoredPreview, row.has_header);
  const pages = errorPages(database, { companyId: scope.companyId, importId });
  return {
    name: fileNameFor(row.file_name, language),
    plainName: 'import-errors.csv',
    content: linesOf(pages, columns, language),
  };
}

type ErrorPage = Awaited<ReturnType<typeof listRowErrors>>;

/** Each page is a transaction of its own: a slow reader holds none open. */
async function* errorPages(
  database: Database,
  { companyId, importId }: { companyId: CompanyId; importId: ImportId },
): AsyncGenerator<ErrorPage> {
  let after = 0;
  for (;;) {
    const from = after;
    const rows = await database.withCompany(companyId, (tx) =>
      listRowErrors(tx, companyId, importId, { after: from, limit: rowsPerPage }),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.row_no;
  }
}

async function* linesOf(
  pages: AsyncGenerator<ErrorPage>,
  columns: readonly string[],
  language: Language,
): AsyncGenerator<string> {
  const { reasons, rowNumber, reason, importedWithout } = texts[language];
  const delimiter = language === 'en' ? ',' : ';';
  const line = (cells: readonly string[]) => `${cells.map((cell) => safeCell(cell, delimiter)).join(delimiter)}\r\n`;
  yield byteOrderMark + line([rowNumber, reason, ...columns]);
  for await (const rows of pages) {
    yield rows
      .map(({ row_no, reason: code, column_name, cells, is_warning }) => {
        const where = column_name === null ? '' : ` (${column_name})`;
        const outcome = is_warning ? `: ${importedWithout}` : '';
        return line([String(row_no), `${reasons[code as RowError]}${where}${outcome}`, ...cells]);
      })
      .join('');
  }
}

/** The name under which the file is saved: that of the imported file with an ending in the person's language. */
function fileNameFor(fileName: string, language: Language): string {
  return `${fileName.replace(/\.[a-z0-9]{1,5}$/i, '')}-${texts[language].fileName}.csv`;
}
