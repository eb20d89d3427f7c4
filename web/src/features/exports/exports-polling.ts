import type { Export } from '@escuta/contract/exports';

const pollMs = 5_000;

/** Whether an export still has work to do. */
export function isUnfinished({ status }: Pick<Export, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** How often the list asks again, in milliseconds, or false for never: while any export waits or runs. */
export function exportsPollMs(exports: readonly Pick<Export, 'status'>[]): number | false {
  return exports.some(isUnfinished) ? pollMs : false;
}
