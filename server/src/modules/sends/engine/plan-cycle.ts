import type { AppContext } from '#platform/app-context/app-context.ts';
import { planSend } from './plan-send.ts';
import { endCycle, listRunnable } from './runnable-sends.ts';

const sendsPerCycle = 20;

/** Plans a step of each runnable send of an account, and tells after each that there is work. Answers whether more is left. */
export async function planCycle(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  accountKey: string,
  onPlanned: () => void,
): Promise<boolean> {
  let hasMore = false;
  for (const { companyId, sendId } of await listRunnable(database, {
    accountKey,
    now: clock.now(),
    limit: sendsPerCycle,
  })) {
    const now = clock.now();
    const step = await database.withCompany(companyId, async (tx) => {
      const planned = await planSend(tx, { companyId, sendId, now });
      if (planned !== 'idle') await endCycle(tx, { companyId, sendId, now, hadWork: true });
      return planned;
    });
    if (step !== 'idle') onPlanned();
    hasMore ||= step === 'more';
  }
  return hasMore;
}
