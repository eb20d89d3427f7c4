import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ExportFileId } from '@escuta/contract/ids';
import { exportKeptMs } from '@escuta/contract/export-types';
import { readExportFile } from '../../server/src/modules/exports/download-export.ts';
import { startExport } from '../../server/src/modules/exports/start-export.ts';
import type { Scope } from '../../server/src/platform/http/scope.ts';
import { localFiles } from '../../server/src/platform/storage/local-files.ts';
import { createUser } from '../../server/src/testing/factories.ts';
import { seedResponses } from '../export/seed.ts';
import { execute } from '../kit/database.ts';
import type { Installation } from '../kit/installation.ts';
import { progress } from '../kit/report.ts';
import { surviveKills } from './survive-kills.ts';

/** What a spreadsheet may take for the beginning of a formula (OWASP, CSV injection), and where it may see a cell begin. */
const formula = /(?:^|[,;\t|:\r\n])"?[=+\-@＝＋－＠]/g;

interface Trial {
  readonly rows: number;
  readonly kills: number;
  /** Of how many responses the comments are made to run as formulas. */
  readonly formulas: number;
}

/**
 * Exports so many responses twice: undisturbed, and while the worker is killed. Answers whether the files differ, how many rows are
 * missing or too many, how many cells could run as a formula, and how many of two looks at the link, before and after its end, went
 * wrong.
 */
export async function exportThroughKills(installation: Installation, { rows, kills, formulas }: Trial) {
  const { database, databaseUrl, dataDir } = installation;
  const unit = await seedResponses(database, databaseUrl, rows);
  await writeFormulas(databaseUrl, unit.companyId, formulas);
  for (const table of ['responses', 'answers', 'contacts']) await execute(databaseUrl, `VACUUM (ANALYZE) ${table}`);
  progress(`${rows} responses made`);
  const { userId } = await createUser({ database } as Parameters<typeof createUser>[0], { companyId: unit.companyId });
  const scope = { ...unit, userId, role: 'own', userName: 'Bench', exportsPersonalData: true } as unknown as Scope;
  const form = { filter: {}, format: 'csv', language: 'pt', exportMode: 'responses', exportValues: 'labels' } as const;

  const run = async (killsOfIt: number) => {
    const began = performance.now();
    const id = await database.withCompany(unit.companyId, (tx) =>
      startExport(tx, scope, { kind: 'responses', form }, new Date()),
    );
    const read = async () => {
      const [now] = await execute<ExportState>(databaseUrl, readExport, [unit.companyId, id]);
      if (!now || now.status === 'error') throw new Error('the export failed');
      return now;
    };
    const survived = await surviveKills(installation, {
      job: 'exports.run',
      kills: killsOfIt,
      rows,
      doneRows: async () => (await read()).done_rows,
      isFinished: async () => (await read()).status === 'finished',
    });
    const { file_id, ended_at } = await read();
    if (!file_id || !ended_at) throw new Error('the export has no file');
    const file = await looked(join(dataDir, 'files', 'exports', unit.companyId, file_id));
    progress(`exported in ${Math.round((performance.now() - began) / 1000)} s: ${JSON.stringify(file)}`);
    return { fileId: file_id, endedAt: ended_at, survived, file };
  };

  const undisturbed = await run(0);
  const killed = await run(kills);
  const looks = await Promise.all(
    ([-1_000, 1_000] as const).map(async (beyondMs) => {
      const clock = { now: () => new Date(killed.endedAt.getTime() + exportKeptMs + beyondMs) };
      const reading = readExportFile({ files: localFiles(dataDir), clock }, scope, killed.fileId, (work) =>
        database.withCompany(unit.companyId, work),
      );
      const isAlive = await reading.then(
        () => true,
        () => false,
      );
      return isAlive === beyondMs < 0;
    }),
  );
  return {
    ...killed.survived,
    filesThatDiffer: killed.file.sha256 === undisturbed.file.sha256 ? 0 : 1,
    rowsAmiss: Math.abs(killed.file.records - 1 - rows),
    cellsThatRun: killed.file.cellsThatRun,
    linksAmiss: looks.filter((isRight) => !isRight).length,
  };
}

interface ExportState {
  readonly status: string;
  readonly done_rows: number;
  readonly file_id: ExportFileId | null;
  readonly ended_at: Date | null;
}
const readExport = 'SELECT status, done_rows, file_id, ended_at FROM exports WHERE company_id = $1 AND id = $2';

/** Comments that begin, at one place or another, as a formula does; the same in each run. */
async function writeFormulas(url: string, companyId: string, count: number): Promise<void> {
  const part = fc.constantFrom(
    ...'=+-@＝＋－＠,;|:"\' \t\r\n'.split(''),
    '1+1',
    'HYPERLINK("http://x")',
    "cmd|'/c calc'!A1",
  );
  const start = fc.constantFrom(...'=+-@＝＋－＠\t\r\n'.split(''));
  const text = fc.tuple(start, fc.array(part, { maxLength: 8 })).map(([first, rest]) => first + rest.join(''));
  const texts = fc.sample(text, { seed: 29, numRuns: count });
  await execute(
    url,
    `WITH given AS (SELECT text, no FROM json_array_elements_text($2::json) WITH ORDINALITY AS given (text, no)),
       chosen AS (SELECT id, row_number() OVER (ORDER BY id) AS no FROM responses WHERE company_id = $1 ORDER BY id LIMIT $3::int)
     UPDATE responses SET comment = given.text
     FROM chosen JOIN given USING (no)
     WHERE responses.company_id = $1 AND responses.id = chosen.id`,
    [companyId, JSON.stringify(texts), count],
  );
}

/** A CSV file: its checksum, its records (RFC 4180: a line break within quotes ends none), and the cells that could run. */
async function looked(path: string): Promise<{ sha256: string; records: number; cellsThatRun: number }> {
  const hash = createHash('sha256');
  let [records, cellsThatRun, isQuoted, before] = [0, 0, false, '\n'];
  for await (const chunk of createReadStream(path, {
    encoding: 'utf8',
    highWaterMark: 1_048_576,
  }) as AsyncIterable<string>) {
    hash.update(chunk);
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === 34) isQuoted = !isQuoted;
      else if (code === 10 && !isQuoted) records += 1;
    }
    // Two signs of the chunk before it: a sign that parts cells, and a quote.
    const text = before + chunk;
    for (const { index, 0: found } of text.matchAll(formula))
      if (index + found.length > before.length) cellsThatRun += 1;
    before = text.slice(-2);
  }
  return { sha256: hash.digest('hex'), records, cellsThatRun };
}
