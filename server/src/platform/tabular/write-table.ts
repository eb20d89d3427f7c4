import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { Language } from '@escuta/contract/primitives';
import { csvDialects, writeCsv } from './csv/write-csv.ts';
import { writeJson } from './json/write-json.ts';
import type { WrittenTable } from './written-table.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';

/**
 * The bytes of a file with a table, made while they are read and in flat memory: no more of the rows is asked for than is
 * taken. Who stops reading gives the rows back (`return` of their iterator). A text with half a surrogate pair gets the
 * replacement mark there, as UTF-8 cannot hold it; a number that is none, a blank cell.
 * @param language whose spreadsheets a CSV file is for; the others are the same for all.
 */
export function writeTable<Row>(
  table: WrittenTable<Row>,
  format: WrittenFormat,
  language: Language,
): AsyncGenerator<Buffer> {
  if (format === 'json') return writeJson(table);
  return format === 'xlsx' ? writeXlsx(table) : writeCsv(table, csvDialects[language]);
}
