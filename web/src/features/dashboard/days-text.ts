import { formatDay, formatShortDay } from '#web/lib/format.ts';
import type { Period } from '#web/features/dashboard/period.ts';

/** '22 out – 20 nov 2026'; the first year is said only where it is another one. */
export function formatDays({ from, to }: Period): string {
  if (from === to) return formatDay(to);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isOneYear ? formatShortDay(from) : formatDay(from)} – ${formatDay(to)}`;
}
