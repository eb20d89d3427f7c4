import type { CompanyId } from '@escuta/contract/ids';
import type { Logger } from '#platform/log/log.ts';

/**
 * Does work for each item in turn, as a job of the clock does for every company. What stands in one's way is logged, and stands in
 * no other's: the whole fails with an AggregateError when all had their turn, so that the job is tried again.
 */
export async function eachApart<Item extends { readonly companyId: CompanyId }>(
  log: Logger,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      log.error({ err: error, companyId: item.companyId }, 'the work of one company failed');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
}
