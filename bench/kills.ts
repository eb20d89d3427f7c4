import { exportThroughKills } from './kills/export.ts';
import { importThroughKills } from './kills/import.ts';
import { openInstallation } from './kit/installation.ts';
import { report } from './kit/report.ts';

// An import and an export whose workers are killed again and again (SENDT-27 and SENDT-29): what is lost, what is doubled, and
// whether the file is the one that a worker writes whom nobody kills.

const importRows = Number(process.env['BENCH_KILLS_IMPORT_ROWS'] ?? 1_000_000);
const importKills = Number(process.env['BENCH_KILLS_IMPORT_KILLS'] ?? 20);
const exportRows = Number(process.env['BENCH_KILLS_EXPORT_ROWS'] ?? 2_000_000);
const exportKills = Number(process.env['BENCH_KILLS_EXPORT_KILLS'] ?? 10);
const formulas = Math.min(10_000, exportRows);

const installation = await openInstallation();
try {
  const began = performance.now();
  const imported = await importThroughKills(installation, { rows: importRows, kills: importKills });
  const importSeconds = Math.round((performance.now() - began) / 1000);
  const exported = await exportThroughKills(installation, { rows: exportRows, kills: exportKills, formulas });
  report(
    'kills',
    {
      importRows,
      importKills: imported.kills,
      importLost: imported.lost,
      importBeyond: imported.beyond,
      importRowsInCounts: imported.rowsInCounts,
      importCreatedAgain: imported.createdAgain,
      importLostProgress: imported.lostProgress,
      importSeconds,
      exportRows,
      exportKills: exported.kills,
      exportFilesThatDiffer: exported.filesThatDiffer,
      exportRowsAmiss: exported.rowsAmiss,
      exportCellsThatRun: exported.cellsThatRun,
      exportLinksAmiss: exported.linksAmiss,
      exportLostProgress: exported.lostProgress,
      formulas,
      exportSeconds: Math.round((performance.now() - began) / 1000) - importSeconds,
    },
    [
      { field: 'importKills', value: imported.kills, atLeast: importKills },
      { field: 'importLost', value: imported.lost, atMost: 0 },
      { field: 'importBeyond', value: imported.beyond, atMost: 0 },
      { field: 'importRowsInCounts', value: imported.rowsInCounts, atLeast: importRows, atMost: importRows },
      { field: 'importCreatedAgain', value: imported.createdAgain, atMost: 0 },
      { field: 'exportKills', value: exported.kills, atLeast: exportKills },
      { field: 'exportFilesThatDiffer', value: exported.filesThatDiffer, atMost: 0 },
      { field: 'exportRowsAmiss', value: exported.rowsAmiss, atMost: 0 },
      { field: 'exportCellsThatRun', value: exported.cellsThatRun, atMost: 0 },
      { field: 'exportLinksAmiss', value: exported.linksAmiss, atMost: 0 },
      // No kill takes back what was done: workers go on behind their checkpoints.
      { field: 'importLostProgress', value: imported.lostProgress, atMost: 0 },
      { field: 'exportLostProgress', value: exported.lostProgress, atMost: 0 },
    ],
  );
} finally {
  await installation.close();
}
