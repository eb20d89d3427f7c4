import type { House } from '#platform/house/house.ts';
import { planSend } from './plan-send.ts';
import { endTurn, listRunnable } from './runnable-sends.ts';

const sendsPerTurn = 20;

/** Plans a step of each send whose turn it is, and tells after each that there is work. Answers whether more is left. */
export async function planTurn(
  { database, clock }: Pick<House, 'database' | 'clock'>,
  onPlanned: () => void,
): Promise<boolean> {
  let hasMore = false;
  for (const { companyId, sendId } of await listRunnable(database, { now: clock.now(), limit: sendsPerTurn })) {
    const now = clock.now();
    const step = await database.withCompany(companyId, async (tx) => {
      const planned = await planSend(tx, { companyId, sendId, now });
      if (planned !== 'idle') await endTurn(tx, { companyId, sendId, now, hadWork: true });
      return planned;
    });
    if (step !== 'idle') onPlanned();
    hasMore ||= step === 'more';
  }
  return hasMore;
}
