import { join } from 'node:path';
import { localFiles } from '../../server/src/platform/storage/local-files.ts';
import { createCompany } from '../../server/src/testing/factories.ts';
import { contactAt, isRepeat, writeContactsFile } from '../import/contacts-file.ts';
import { uploadContacts } from '../import/upload-contacts.ts';
import { execute } from '../kit/database.ts';
import type { Installation } from '../kit/installation.ts';
import { progress } from '../kit/report.ts';
import { surviveKills } from './survive-kills.ts';

/** The first row of the file is its header. */
const headerRows = 1;

/**
 * Imports a file of so many contacts while its worker is killed, and then the same file once more. Answers what of the file is
 * missing, what stands twice or in none of its rows, and how many contacts the second import created.
 */
export async function importThroughKills(installation: Installation, { rows, kills }: { rows: number; kills: number }) {
  const { database, databaseUrl, dataDir } = installation;
  const path = join(dataDir, 'contatos.csv');
  await writeContactsFile(path, rows);
  const unit = await createCompany({ database });
  const place = { installation, files: localFiles(dataDir) };
  const run = async (killsOfIt: number) => {
    const began = performance.now();
    const id = await (await uploadContacts(place, unit, path)).start();
    const read = async () => {
      const [now] = await execute<ImportState>(databaseUrl, readImport, [unit.companyId, id]);
      if (!now || now.status === 'error') throw new Error(`the import failed: ${now?.error}`);
      return now;
    };
    const survived = await surviveKills(installation, {
      job: 'imports.run',
      kills: killsOfIt,
      rows,
      doneRows: async () => (await read()).done_rows,
      isFinished: async () => (await read()).status === 'finished',
    });
    progress(`imported in ${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(await read())}`);
    return { id, survived, ended: await read() };
  };

  const first = await run(kills);
  const refused = await execute<{ row_no: number }>(
    databaseUrl,
    'SELECT row_no FROM import_row_errors WHERE company_id = $1 AND import_id = $2',
    [unit.companyId, first.id],
  );
  const stored = await execute<{ email: string }>(databaseUrl, 'SELECT email FROM contacts WHERE company_id = $1', [
    unit.companyId,
  ]);
  const all = Array.from({ length: rows }, (_, row) => row);
  const expected = [
    ...all.filter((row) => !isRepeat(row)).map((row) => contactAt(row).email),
    ...all.filter(isRepeat).map((row) => `row ${row + headerRows + 1}`),
  ];
  const found = [...stored.map(({ email }) => email), ...refused.map(({ row_no }) => `row ${row_no}`)];
  const again = await run(0);
  const { created_rows, rejected_rows, updated_rows } = first.ended;
  return {
    ...first.survived,
    ...comparedWith(expected, found),
    rowsInCounts: created_rows + updated_rows + rejected_rows,
    createdAgain: again.ended.created_rows,
  };
}

interface ImportState {
  readonly status: string;
  readonly error: string | null;
  readonly done_rows: number;
  readonly created_rows: number;
  readonly updated_rows: number;
  readonly unchanged_rows: number;
  readonly rejected_rows: number;
}
const readImport = `
  SELECT status, error, done_rows, created_rows, updated_rows, unchanged_rows, rejected_rows
  FROM imports WHERE company_id = $1 AND id = $2`;

function comparedWith(expected: readonly string[], found: readonly string[]): { lost: number; beyond: number } {
  const left = new Set(expected);
  // Each takes one away: what is found again, or was never in the file, finds none.
  const beyond = found.filter((one) => !left.delete(one)).length;
  return { lost: left.size, beyond };
}
