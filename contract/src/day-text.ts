/** Days as people write them. No zod here. */

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
/** 17/5/1990, 17.05.90, 17-05-1990, also with a time behind. */
const written = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})(?: \d{1,2}:\d{2}.*)?$/;

/** Which number comes first: the day, as everywhere in Latin America, or the month, as in the United States. */
export const dayOrders = ['day-month', 'month-day'] as const;
export type DayOrder = (typeof dayOrders)[number];

/**
 * A day as people write it, as `YYYY-MM-DD`; null when it is none. Of a year with two digits the last one is meant that is not
 * after `today`.
 */
export function readDay(typed: string, today: string, order: DayOrder = 'day-month'): string | null {
  const text = typed.trim();
  const [, isoYear, isoMonth, isoDay] = iso.exec(text) ?? [];
  if (isoYear) return existingDay(isoYear, isoMonth, isoDay);
  const [, first, , second, year] = written.exec(text) ?? [];
  if (!year) return null;
  const [day, month] = order === 'day-month' ? [first, second] : [second, first];
  return existingDay(year.length === 4 ? year : wholeYear(year, today), month, day);
}

/** How a text writes a day, as far as its numbers tell: in one order, in either, or with the year first; null when it is none. */
export function dayNotation(typed: string): DayOrder | 'either' | 'year-first' | null {
  const text = typed.trim();
  if (iso.test(text)) return 'year-first';
  const [, first, , second] = written.exec(text) ?? [];
  if (!first) return null;
  const mayBeMonth = (number = '') => Number(number) <= 12;
  if (mayBeMonth(first)) return mayBeMonth(second) ? 'either' : 'month-day';
  return mayBeMonth(second) ? 'day-month' : null;
}

/** `17/05/1990` of `1990-05-17`, or `05/17/1990`; a masked day stays as it is. */
export function writtenDay(day: string, order: DayOrder = 'day-month'): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, order === 'day-month' ? '$3/$2/$1' : '$2/$3/$1');
}

function wholeYear(lastTwo: string, today: string): string {
  const century = Number(today.slice(0, 2));
  return `${lastTwo <= today.slice(2, 4) ? century : century - 1}${lastTwo}`;
}

function existingDay(year: string, month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(text);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? null : text;
}
