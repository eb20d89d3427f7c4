import { findEndedExport } from '#modules/exports/index.ts';
import { findEndedImport } from '#modules/imports/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { on } from '#platform/jobs/jobs.ts';
import type { Subscription } from '#platform/jobs/jobs.ts';
import { notify } from './notify.ts';

/** What people are told when a fact has happened. */
export function notificationsSubscriptions({ database, clock }: AppContext): Subscription[] {
  return [
    on('import.ended', 'notifications.import', ({ companyId, payload: { importId } }) =>
      database.withCompany(companyId, async (tx) => {
        const ended = await findEndedImport(tx, companyId, importId);
        if (!ended) return;
        const { userId, businessUnitId, type, fileName, imported, rejected } = ended;
        const content = ended.isFinished
          ? ({ kind: 'import_finished', importId, businessUnitId, type, fileName, imported, rejected } as const)
          : ({ kind: 'import_failed', importId, businessUnitId, type, fileName } as const);
        await notify(tx, { companyId, userId, subjectId: importId }, content, clock.now());
      }),
    ),
    on('export.ended', 'notifications.export', ({ companyId, payload: { exportId } }) =>
      database.withCompany(companyId, async (tx) => {
        const ended = await findEndedExport(tx, companyId, exportId);
        if (!ended) return;
        const { userId, businessUnitId, type, exported } = ended;
        const content = ended.isFinished
          ? ({ kind: 'export_finished', exportId, businessUnitId, type, exported } as const)
          : ({ kind: 'export_failed', exportId, businessUnitId, type } as const);
        await notify(tx, { companyId, userId, subjectId: exportId }, content, clock.now());
      }),
    ),
  ];
}
