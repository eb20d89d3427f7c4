import type { Import } from '@escuta/contract/imports';

export const pollMs = 5_000;

type Progressing = Pick<Import, 'status'>;

/** How often the list asks again, in milliseconds, or false for never: while any import is not finished or failed (1§4). */
export function importsPollMs(imports: readonly Progressing[]): number | false {
  return imports.some(isUnfinished) ? pollMs : false;
}

/** Whether an import still has work to do. */
export function isUnfinished({ status }: Progressing): boolean {
  return status !== 'finished' && status !== 'error';
}
