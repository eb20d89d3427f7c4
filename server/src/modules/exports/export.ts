import { can, canByExportFlag } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { ExportStatus } from '@escuta/contract/export-types';

/** Progress from 0 to 1: 1 only when the file is there. */
export function progressOf({ status, total, done }: { status: ExportStatus; total: number; done: number }): number {
  if (status === 'finished') return 1;
  return total === 0 ? 0 : Math.min(done / total, 0.999);
}

/** Whether somebody may take away a file that says who people are. */
export function mayTakeNames({ role, exportsPersonalData }: { role: Role; exportsPersonalData: boolean }): boolean {
  return can(role, 'contacts.export') || (exportsPersonalData && canByExportFlag(role, 'contacts.export'));
}
