import type { Import } from '@escuta/contract/imports';

export const pollMs = 5_000;

type Progressing = Pick<Import, 'status'>;

/** How often the list asks again, in milliseconds, or false for never: while any import is not finished or failed (1§4). */
export function importsPollMs(imports: readonly Progressing[]): number | false {
  return imports.some(isUnfinished) ? pollMs : false;
}

/** How often a just started import is asked for, in milliseconds, and for how many answers: a small file is done in seconds. */
const youngPollMs = 500;
const youngAnswersMax = 40;

/** How often the page of one import asks again, in milliseconds, or false for never; `answers` is how many it has had. */
export function importPollMs(entry: Progressing, answers: number): number | false {
  if (!isUnfinished(entry)) return false;
  return answers < youngAnswersMax ? youngPollMs : pollMs;
}

/** Whether an import still has work to do: not where it has ended, failed or was cancelled. */
export function isUnfinished({ status }: Progressing): boolean {
  return status === 'pending' || status === 'started' || status === 'running';
}
