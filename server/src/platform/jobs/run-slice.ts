import type { AppContext } from '#platform/app-context/app-context.ts';
import { sliceMsOf } from './jobs.ts';
import type { Tries } from './jobs.ts';

/**
 * Does one step after the other until none is left, or until others get their turn (`sliceMsOf`): at least one. Each step answers
 * whether there is more to do. Throws where `signal` has ended it before a step.
 * @returns whether there is more to do, for a new job.
 */
export async function runSlice(
  { clock }: Pick<AppContext, 'clock'>,
  { signal, tries }: { readonly signal: AbortSignal; readonly tries: Tries },
  step: () => Promise<boolean>,
): Promise<boolean> {
  const until = clock.now().getTime() + sliceMsOf(tries);
  let isMore = true;
  do {
    signal.throwIfAborted();
    isMore = await step();
  } while (isMore && clock.now().getTime() < until);
  return isMore;
}
