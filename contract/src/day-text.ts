/** Days as people write them. No zod here. */

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/;
/** The day first, as everywhere in Latin America: 17/5/1990, 17.05.90, 17-05-1990, also with a time behind. */
const written = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})(?: \d{1,2}:\d{2}.*)?$/;

/**
 * A day as people write it, as `YYYY-MM-DD`; null when it is none. Of a year with two digits the last one is meant that is not
 * after `today`.
 */
export function readDay(typed: string, today: string): string | null {
  const text = typed.trim();
  const [, isoYear, isoMonth, isoDay] = iso.exec(text) ?? [];
  if (isoYear) return existingDay(isoYear, isoMonth, isoDay);
  const [, day, , month, year] = written.exec(text) ?? [];
  if (!year) return null;
  return existingDay(year.length === 4 ? year : wholeYear(year, today), month, day);
}

/** `17/05/1990` of `1990-05-17`; a masked day stays as it is. */
export function writtenDay(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');
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
