import type { Import } from '@escuta/contract/imports';

export const pollMs = 5_000;

type Progressing = Pick<Import, 'status'> & Partial<Pick<Import, 'undo'>>;

/** How often the list asks again, in milliseconds, or false for never: while any import is not finished or failed (1§4). */
export function importsPollMs(imports: readonly Progressing[]): number | false {
  return imports.some(isAtWork) ? pollMs : false;
}

/** How often a just started import is asked for, in milliseconds, and for how many answers: a small file is done in seconds. */
const youngPollMs = 500;
const youngAnswersMax = 40;

/** How often the page of one import asks again, in milliseconds, or false for never; `answers` is how many it has had. */
export function importPollMs(entry: Progressing, answers: number): number | false {
  if (!isAtWork(entry)) return false;
  return answers < youngAnswersMax ? youngPollMs : pollMs;
}

/** Whether something is still done about an import: it runs, or is undone. */
function isAtWork(entry: Progressing): boolean {
  return isUnfinished(entry) || entry.undo?.status === 'running';
}

/** Whether an import still has work to do: not where it has ended, failed or was cancelled. */
export function isUnfinished({ status }: Pick<Import, 'status'>): boolean {
  return status === 'pending' || status === 'started' || status === 'running';
}
