import { addDays } from '@escuta/contract/calendar-days';
import { lengthOf } from './calendar.ts';
import type { Period } from './calendar.ts';

/** Five years with their leap days: the longest period that a dashboard looks at. */
export const periodDaysMax = 1_827;
const alignedDaysMax = 31;
// NOTE: days are compared as text, and the day after 9999-12-31 or the period before 0001-01-01 is no such text.
const firstDay = '1900-01-01';
const lastDay = '2999-12-31';

/** What is wrong with a period, or undefined. */
export function problemOf(period: Period): 'ends_before_it_begins' | 'out_of_range' | 'too_long' | undefined {
  const days = lengthOf(period);
  if (days < 1) return 'ends_before_it_begins';
  if (period.from < firstDay || period.to > lastDay) return 'out_of_range';
  return days > periodDaysMax ? 'too_long' : undefined;
}

/**
 * The period of equal length before this one. Up to 31 days it begins on the same weekday, a whole number of weeks
 * earlier: a month with five weekends is not compared with one of four (areas §4.3, 6).
 */
export function periodBefore(period: Period): Period {
  const days = lengthOf(period);
  const shift = days <= alignedDaysMax ? Math.ceil(days / 7) * 7 : days;
  return { from: addDays(period.from, -shift), to: addDays(period.to, -shift) };
}
