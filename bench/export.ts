import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { SurveyId } from '@escuta/contract/ids';
import { startExport } from '../server/src/modules/exports/start-export.ts';
import type { Scope } from '../server/src/platform/http/scope.ts';
import { createUser } from '../server/src/testing/factories.ts';
import { copyResponses } from './export/copy.ts';
import { seedResponses } from './export/seed.ts';
import { execute } from './kit/database.ts';
import { openInstallation } from './kit/installation.ts';
import { jobRow } from './kit/job-row.ts';
import { memoryMbOf } from './kit/memory.ts';
import { progress, report } from './kit/report.ts';
import { median, rounded } from './kit/statistics.ts';
import { until } from './kit/until.ts';
import { startWorker } from './kit/worker.ts';

// The responses of a unit exported by the worker as CSV, from the moment when they are asked for until the file can be fetched,
// against one COPY of the same rows to a file. Both run in each round, in turn first. Then those to one survey, a tenth, as XLSX.

const rows = Number(process.env['BENCH_EXPORT_ROWS'] ?? 1_000_000);
const rounds = Number(process.env['BENCH_EXPORT_ROUNDS'] ?? 2);
const exportMsMax = 1_200_000;
const writers = ['worker', 'copy'] as const;
type Writer = (typeof writers)[number];

interface Run {
  readonly rowsPerSecond: number;
  readonly fileMb: number;
  readonly peakMemoryMb: number;
}

const installation = await openInstallation();
const { database, databaseUrl, dataDir } = installation;
try {
  const began = performance.now();
  const unit = await seedResponses(database, databaseUrl, rows);
  const { userId } = await createUser({ database } as Parameters<typeof createUser>[0], { companyId: unit.companyId });
  const scope = { ...unit, userId, role: 'own', userName: 'Bench', exportsPersonalData: true } as unknown as Scope;
  progress(`${rows} responses made in ${rounded((performance.now() - began) / 1000, 1)} s`);
  for (const table of ['responses', 'answers', 'contacts']) await execute(databaseUrl, `VACUUM (ANALYZE) ${table}`);
  const runs: Record<Writer, Run[]> = { worker: [], copy: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const writer of round % 2 === 1 ? writers : writers.toReversed()) {
      await execute(databaseUrl, 'CHECKPOINT');
      const run = writer === 'worker' ? await runWorker(scope, { format: 'csv' }) : await runCopy();
      runs[writer].push(run);
      progress(`round ${round} ${writer}: ${JSON.stringify(run)}`);
    }
  }
  const workbook = await runWorker(scope, { format: 'xlsx', surveyId: unit.smallSurveyId });
  progress(`a tenth as XLSX: ${JSON.stringify(workbook)}`);
  const of = (writer: Writer, figure: keyof Run) => median(runs[writer].map((run) => run[figure]));
  const ratio = rounded(median(runs.worker.map((run, at) => run.rowsPerSecond / (runs.copy[at]?.rowsPerSecond ?? 0))));
  const peakMemoryMb = Math.round(Math.max(...runs.worker.map((run) => run.peakMemoryMb)));
  report(
    'export',
    {
      ratio,
      peakMemoryMb,
      rowsPerSecond: Math.round(of('worker', 'rowsPerSecond')),
      peerRowsPerSecond: Math.round(of('copy', 'rowsPerSecond')),
      rows,
      fileMb: rounded(of('worker', 'fileMb'), 1),
      peerFileMb: rounded(of('copy', 'fileMb'), 1),
      xlsxRowsPerSecond: Math.round(workbook.rowsPerSecond),
      xlsxPeakMemoryMb: Math.round(workbook.peakMemoryMb),
      rounds,
    },
    [
      { field: 'ratio', value: ratio, atLeast: 0.3 },
      { field: 'peakMemoryMb', value: peakMemoryMb, atMost: 250 },
    ],
  );

  /** One COPY; throws when the file does not hold every response. */
  async function runCopy(): Promise<Run> {
    const path = join(dataDir, 'copy.csv');
    const from = performance.now();
    const copied = await copyResponses(databaseUrl, path, unit);
    const seconds = (performance.now() - from) / 1000;
    if (copied !== rows) throw new Error(`${copied} of ${rows} responses were copied`);
    return { rowsPerSecond: rows / seconds, fileMb: statSync(path).size / 1_000_000, peakMemoryMb: 0 };
  }
} finally {
  await installation.close();
}

/** One export by a worker of its own; throws when it has failed, or does not hold every response. */
async function runWorker(
  scope: Scope,
  { format, surveyId }: { format: WrittenFormat; surveyId?: SurveyId },
): Promise<Run> {
  const { companyId } = scope;
  const worker = await startWorker(installation);
  try {
    const began = performance.now();
    const filter = surveyId ? { surveyId } : {};
    const form = { filter, format, language: 'pt', exportMode: 'responses', exportValues: 'labels' } as const;
    const id = await database.withCompany(companyId, (tx) =>
      startExport(tx, scope, { kind: 'responses', form }, new Date()),
    );
    let done = { rows: 0, file: '' };
    const isFinished = async () => {
      const now = await jobRow(database, 'exports', { companyId, id });
      if (now.status === 'error') throw new Error('the export failed');
      done = { rows: now.done_rows, file: now.file_id ?? '' };
      return now.status === 'finished';
    };
    await until(isFinished, { what: 'an export', everyMs: 100, withinMs: exportMsMax, by: worker });
    const seconds = (performance.now() - began) / 1000;
    if (!surveyId && done.rows !== rows) throw new Error(`${done.rows} of ${rows} responses were exported`);
    const { size } = statSync(join(dataDir, 'files', 'exports', companyId, done.file));
    return {
      rowsPerSecond: done.rows / seconds,
      fileMb: size / 1_000_000,
      peakMemoryMb: (await memoryMbOf(worker)).peak,
    };
  } finally {
    await worker.stop();
  }
}
