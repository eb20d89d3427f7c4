import type { ExportStatus } from '@escuta/contract/export-types';

/** Progress from 0 to 1: 1 only when the file is there. */
export function progressOf({ status, total, done }: { status: ExportStatus; total: number; done: number }): number {
  if (status === 'finished') return 1;
  return total === 0 ? 0 : Math.min(done / total, 0.999);
}
