import { addDays } from '@escuta/contract/calendar-days';
import type { DayRange } from '#web/lib/format.ts';

/** The whole month that a day lies in, or another one so many months from it. */
export function monthAround(day: string, monthsFrom = 0): DayRange {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return {
    from: asDay(Date.UTC(year, month - 1 + monthsFrom, 1)),
    to: asDay(Date.UTC(year, month + monthsFrom, 0)),
  };
}

/** So many days, of which the given one is the last. */
export function daysUntil(day: string, days: number): DayRange {
  return { from: addDays(day, 1 - days), to: day };
}

/**
 * The days that an address asks for; undefined when it names none. One end alone gets the other: a first day runs up to
 * today, a last day begins with its month.
 */
export function chosenRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): DayRange | undefined {
  if (from) return { from, to: to ?? (from > today ? from : today) };
  return to ? { from: monthAround(to).from, to } : undefined;
}

function asDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}
