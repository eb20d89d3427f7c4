// cspell:locale en-US,pt-BR,pt,es
// cspell:ignore marco setiembre january february april june july september october november december
/** Days as people write them. No zod here. */

/** Which number comes first: the day, as everywhere in Latin America, or the month, as in the United States. */
export const dayOrders = ['day-month', 'month-day'] as const;
export type DayOrder = (typeof dayOrders)[number];

/**
 * A day as people write it, as `YYYY-MM-DD`; null when it is none. Of a year with two digits the last one is meant that is not
 * after `today`.
 */
export function readDay(typed: string, today: string, order: DayOrder = 'day-month'): string | null {
  return splitDay(typed, today, order)?.day ?? null;
}

/** The same with what is written behind the day as its time: `14:30`, `10h`, `2:30 PM GMT-3`; empty where nothing is. */
export function splitDay(typed: string, today: string, order: DayOrder): { day: string; time: string } | null {
  const written = writtenOf(typed);
  if (!written) return null;
  const { notation, year, first, second, time } = written;
  const [date, month] = notation === 'numbers' && order === 'month-day' ? [second, first] : [first, second];
  const day = existingDay(year.length === 4 ? year : wholeYear(year, today), month, date);
  return day === null ? null : { day, time };
}

/** How a text writes a day, as far as it tells: in one order, in either, or so that no order matters; null when it is none. */
export function dayNotation(typed: string): DayOrder | 'either' | Exclude<Written['notation'], 'numbers'> | null {
  const written = writtenOf(typed);
  if (!written) return null;
  const { notation, first, second } = written;
  if (notation !== 'numbers') return notation;
  const mayBeMonth = (number: string) => Number(number) <= 12;
  if (mayBeMonth(first)) return mayBeMonth(second) ? 'either' : 'month-day';
  return mayBeMonth(second) ? 'day-month' : null;
}

/** `17/05/1990` of `1990-05-17`, or `05/17/1990`; a masked day stays as it is. */
export function writtenDay(day: string, order: DayOrder = 'day-month'): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, order === 'day-month' ? '$3/$2/$1' : '$2/$3/$1');
}

/** The parts of a day. Of numbers only a file as a whole tells which of `first` and `second` is the month; else `second` is. */
interface Written {
  readonly notation: 'numbers' | 'year-first' | 'month-named';
  readonly year: string;
  readonly first: string;
  readonly second: string;
  readonly time: string;
}

const notations: readonly (readonly [Written['notation'], RegExp])[] = [
  // 2026-02-01, 2026/2/1.
  ['year-first', /^(?<year>\d{4})([-/.])(?<second>\d{1,2})\2(?<first>\d{1,2})(?!\d)/],
  // 17/5/1990, 17.05.90, 17-05-1990.
  ['numbers', /^(?<first>\d{1,2})([/.\- ])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})(?!\d)/],
  // 01-fev-2026, 1 feb. 26, 1º de fevereiro de 2026.
  [
    'month-named',
    /^(?<first>\d{1,2})[º°]?(?:[-/.]| de | )(?<name>[\p{L}\p{M}]{3,12})\.?(?:[-/.]| del? |,? )(?<year>\d{4}|\d{2})(?!\d)/iu,
  ],
  // Feb 3 2026, February 3, 2026.
  ['month-named', /^(?<name>[\p{L}\p{M}]{3,12})\.? (?<first>\d{1,2}),? (?<year>\d{4})(?!\d)/u],
];

/** What may stand between a day and its time: '2025-03-04T14:30', '04/03/2025, 14:30', '04/03/2025 às 14h30'. */
const beforeTime = /^(?:T|,? ?(?:[àa]s |a las? |at )?)(?=\d{1,2}(?::\d{2}| ?(?:horas?|hrs?|hs?)(?![a-z])))/i;

function writtenOf(typed: string): Written | null {
  const text = typed.trim().replace(/\s+/g, ' ');
  for (const [notation, form] of notations) {
    const found = form.exec(text);
    if (!found?.groups) continue;
    const { year = '', first = '', name } = found.groups;
    const second = name === undefined ? found.groups['second'] : monthNamed(name);
    const behind = text.slice(found[0].length);
    const time = behind.replace(beforeTime, '');
    if (second !== undefined && (behind === '' || time !== behind)) return { notation, year, first, second, time };
  }
  return null;
}

/** In Portuguese, Spanish and English, without accents. Each is also known by its first three letters. */
const monthNames = [
  ['janeiro', 'enero', 'january'],
  ['fevereiro', 'febrero', 'february'],
  ['marco', 'marzo', 'march'],
  ['abril', 'april'],
  ['maio', 'mayo', 'may'],
  ['junho', 'junio', 'june'],
  ['julho', 'julio', 'july'],
  ['agosto', 'august'],
  ['setembro', 'septiembre', 'setiembre', 'september', 'sept'],
  ['outubro', 'octubre', 'october'],
  ['novembro', 'noviembre', 'november'],
  ['dezembro', 'diciembre', 'december'],
];

const months: ReadonlyMap<string, string> = new Map(
  monthNames.flatMap((names, at) =>
    names.flatMap((name) => [name, name.slice(0, 3)].map((known) => [known, String(at + 1)] as const)),
  ),
);

function monthNamed(name: string): string | undefined {
  return months.get(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
}

function wholeYear(lastTwo: string, today: string): string {
  const century = Number(today.slice(0, 2));
  return `${lastTwo <= today.slice(2, 4) ? century : century - 1}${lastTwo}`;
}

function existingDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(text);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? null : text;
}
