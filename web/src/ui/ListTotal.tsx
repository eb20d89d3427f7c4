import type { ListTotal as Total } from '@escuta/contract/response-list';
import { formatNumber } from '#web/lib/format.ts';

/** How many a list has: '1.234', or '10.000+' where they are not counted further (decision 30). */
export function ListTotal({ total, totalIsAtLeast }: Total) {
  return `${formatNumber(total)}${totalIsAtLeast ? '+' : ''}`;
}
