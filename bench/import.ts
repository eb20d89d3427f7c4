import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyId, ImportId } from '@escuta/contract/ids';
import { localFiles } from '../server/src/platform/storage/local-files.ts';
import { createCompany } from '../server/src/testing/factories.ts';
import { importBesideApp } from './import/beside-app.ts';
import { sendBesideImports } from './import/beside-send.ts';
import { isRepeat, writeContactsFile, writeContactsWorkbook } from './import/contacts-file.ts';
import type { UnnestLoad } from './import/unnest.ts';
import { uploadContacts } from './import/upload-contacts.ts';
import { startChild } from './kit/child.ts';
import type { Child } from './kit/child.ts';
import { execute } from './kit/database.ts';
import { openInstallation } from './kit/installation.ts';
import { jobRow } from './kit/job-row.ts';
import { memoryMbOf } from './kit/memory.ts';
import { progress, report } from './kit/report.ts';
import { median, rounded } from './kit/statistics.ts';
import { until } from './kit/until.ts';
import { startWorker } from './kit/worker.ts';

// A file of contacts imported by the worker, from the moment when it is started until its last row is committed, against
// the same rows already parsed and written by `unnest`, with two custom fields. Both run in each round, in turn first, each on an empty table.
// The file is no part of what is measured until then: it is written to the store directly. Then a send is measured alone, beside the import
// of 4 MB of line feeds, and beside the same file of contacts, all on one worker.
// The same contacts in a workbook are imported once, after them. Last a file of 200,000 contacts and its undo, beside somebody who works in the app (CIMPORT-16 and CIMPORT-20).

const rows = Number(process.env['BENCH_IMPORT_ROWS'] ?? 1_000_000);
const rounds = Number(process.env['BENCH_IMPORT_ROUNDS'] ?? 2);
/** Of each send beside an import. */
const mails = Number(process.env['BENCH_IMPORT_MAILS'] ?? 20_000);
const oddFileBytes = 4_000_000;
const rowsBesideApp = Math.min(rows, 200_000);
const importMsMax = 1_200_000;
const writers = ['worker', 'unnest'] as const;
type Writer = (typeof writers)[number];

interface Run {
  readonly rowsPerSecond: number;
  readonly peakMemoryMb: number;
}

const distinctOf = (count: number) =>
  Array.from({ length: count }, (_, row) => row).filter((row) => !isRepeat(row)).length;
const installation = await openInstallation();
const { database, databaseUrl, dataDir } = installation;
const path = join(dataDir, 'contatos.csv');
await writeContactsFile(path, rows);
const workbookPath = join(dataDir, 'contatos.xlsx');
const rowsOfWorkbook = Math.min(rows, 200_000);
writeContactsWorkbook(workbookPath, rowsOfWorkbook);
const files = localFiles(dataDir);
try {
  const runs: Record<Writer, Run[]> = { worker: [], unnest: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const writer of round % 2 === 1 ? writers : writers.toReversed()) {
      const run = await measure(rows, (unit) =>
        writer === 'worker' ? runWorker(unit, { path, count: rows }) : runUnnest(unit),
      );
      runs[writer].push(run);
      progress(`round ${round} ${writer}: ${JSON.stringify(run)}`);
    }
  }
  const workbook = await measure(rowsOfWorkbook, (unit) =>
    runWorker(unit, { path: workbookPath, count: rowsOfWorkbook }),
  );
  progress(`workbook: ${JSON.stringify(workbook)}`);
  const oddPath = join(dataDir, 'line-feeds.csv');
  writeFileSync(oddPath, `nome;e-mail\nAna;ana@x.example\nRui;rui@x.example\n${'\n'.repeat(oddFileBytes)}`);
  const beside = await sendBesideImports(
    { installation, files },
    { cases: { alone: null, oddFile: oddPath, import: path }, mails, rounds },
  );
  const besideAppPath = join(dataDir, 'contatos-200000.csv');
  await writeContactsFile(besideAppPath, rowsBesideApp);
  const app = await importBesideApp({ installation, files }, besideAppPath);
  const appRatio = rounded(app.appP95Ms / app.appP95AloneMs);
  const appUndoRatio = rounded(app.appUndoP95Ms / app.appP95AloneMs);
  const rateOf = (name: keyof typeof beside.perSecond) => beside.perSecond[name] ?? Number.NaN;
  const perSecondOddFile = rounded(rateOf('oddFile') / rateOf('alone'));
  // The honest import comes after it, so that each has a figure.
  const oddFileMemoryMb = beside.peakMemoryMb['oddFile'] ?? Number.NaN;
  const besideImportMemoryMb = beside.peakMemoryMb['import'] ?? Number.NaN;
  const perSecond = (writer: Writer) => median(runs[writer].map((run) => run.rowsPerSecond));
  const ratio = rounded(
    median(runs.worker.map((run, at) => run.rowsPerSecond / (runs.unnest[at]?.rowsPerSecond ?? 0))),
  );
  const peakMemoryMb = Math.round(Math.max(...runs.worker.map((run) => run.peakMemoryMb)));
  const xlsxPeakMemoryMb = Math.round(workbook.peakMemoryMb);
  report(
    'import',
    {
      ratio,
      peakMemoryMb,
      perSecondOddFile,
      oddFileMemoryMb,
      besideImportMemoryMb,
      ...app,
      xlsxRowsPerSecond: Math.round(workbook.rowsPerSecond),
      xlsxPeakMemoryMb,
      rowsOfWorkbook,
      appRatio,
      appUndoRatio,
      rowsBesideApp,
      sendPerSecondAlone: rateOf('alone'),
      sendPerSecondBesideOddFile: rateOf('oddFile'),
      sendPerSecondBesideImport: rateOf('import'),
      mails,
      rowsPerSecond: Math.round(perSecond('worker')),
      peerRowsPerSecond: Math.round(perSecond('unnest')),
      rows,
      fileMb: rounded(statSync(path).size / 1_000_000, 1),
      rounds,
    },
    [
      { field: 'ratio', value: ratio, atLeast: 0.5 },
      { field: 'peakMemoryMb', value: peakMemoryMb, atMost: 300 },
      { field: 'xlsxPeakMemoryMb', value: xlsxPeakMemoryMb, atMost: 300 },
      { field: 'perSecondOddFile', value: perSecondOddFile, atLeast: 0.8 },
      { field: 'oddFileMemoryMb', value: oddFileMemoryMb, atMost: 300 },
      { field: 'memoryGrowthMb', value: app.memoryGrowthMb, atMost: 30 },
      // Two processors that the worker and the database fill leave the app a third of them. What waits longer than three times as
      // long stands behind a lock, or a process that does not come to its other work.
      { field: 'appRatio', value: appRatio, atMost: 3 },
      { field: 'appUndoRatio', value: appUndoRatio, atMost: 3 },
    ],
  );
} finally {
  await installation.close();
}

/** One run into an empty table; throws when the table does not hold the distinct rows of the file afterwards. */
async function measure(count: number, write: (unit: Unit) => Promise<Measured>): Promise<Run> {
  await execute(databaseUrl, 'TRUNCATE contacts, contact_companies CASCADE');
  await execute(databaseUrl, 'VACUUM ANALYZE contacts');
  await execute(databaseUrl, 'CHECKPOINT');
  const unit = await createCompany({ database });
  const { seconds, peakMemoryMb } = await write(unit);
  const [stored] = await execute<{ count: number }>(
    databaseUrl,
    'SELECT count(*)::int AS count FROM contacts WHERE company_id = $1',
    [unit.companyId],
  );
  if (stored?.count !== distinctOf(count))
    throw new Error(`${stored?.count} of ${distinctOf(count)} contacts are stored`);
  return { rowsPerSecond: count / seconds, peakMemoryMb };
}

type Unit = Awaited<ReturnType<typeof createCompany>>;

interface Measured {
  readonly seconds: number;
  readonly peakMemoryMb: number;
}

interface File {
  readonly path: string;
  readonly count: number;
}

async function runWorker({ companyId, businessUnitId }: Unit, { path: file, count }: File): Promise<Measured> {
  const { start } = await uploadContacts({ installation, files }, { companyId, businessUnitId }, file);
  const worker = await startWorker(installation);
  try {
    const began = performance.now();
    const id = await start();
    await untilFinished({ companyId, id, count }, worker);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, peakMemoryMb: (await memoryMbOf(worker)).peak };
  } finally {
    await worker.stop();
  }
}

async function untilFinished(
  { companyId, id, count }: { companyId: CompanyId; id: ImportId; count: number },
  worker: Child,
): Promise<void> {
  const isFinished = async () => {
    const now = await jobRow(database, 'imports', { companyId, id });
    if (now.status === 'error') throw new Error(`the import failed: ${now.error}`);
    if (now.status !== 'finished') return false;
    if (now.rejected_rows !== count - distinctOf(count)) throw new Error(`${now.rejected_rows} rows were refused`);
    return true;
  };
  await until(isFinished, { what: 'an import', everyMs: 100, withinMs: importMsMax, by: worker });
}

async function runUnnest({ companyId, businessUnitId }: Unit): Promise<Measured> {
  const peer = startChild('import/unnest.ts', { DATABASE_URL: databaseUrl });
  try {
    const load: UnnestLoad = { companyId, businessUnitId, rows };
    peer.send(load);
    const { seconds } = await peer.next<{ seconds: number }>();
    return { seconds: (seconds * rows) / distinctOf(rows), peakMemoryMb: 0 };
  } finally {
    await peer.stop();
  }
}
