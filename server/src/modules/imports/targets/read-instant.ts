import type { DayOrder } from '@escuta/contract/day-text';
import { splitDay } from '@escuta/contract/day-text';
import type { Cell } from '#platform/tabular/table.ts';
import { dateOfSerial } from '#platform/tabular/xlsx/serial-date.ts';
import { instantAt } from '#platform/time/local-time.ts';

interface InstantRules {
  readonly timezone: string;
  readonly dayOrder: DayOrder;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Nothing later is read. */
  readonly now: Date;
}

/** No tool that asked by e-mail or phone is older. */
const notBefore = Date.UTC(1990, 0, 1);
const midnight = '00:00:00';
/** Tools write years 1 and 9999 for no day at all, and no clocks of a zone are known then. */
const [firstYear, lastYear] = ['1900', '2900'];

/**
 * The instant that a cell says, a day alone as its beginning, on the clocks of a zone unless it names another one; null when it
 * is none, or none in the past.
 */
export function readInstant(cell: Cell, rules: InstantRules): Date | null {
  const at = instantOf(cell, rules);
  return at && at.getTime() >= notBefore && at <= rules.now ? at : null;
}

function instantOf(cell: Cell, rules: InstantRules): Date | null {
  if (typeof cell === 'boolean') return null;
  if (typeof cell === 'string') return instantOfText(cell.trim(), rules);
  const date = typeof cell === 'number' ? dateOfSerial(cell, false) : cell;
  return date && shownAt(rules.timezone, date.day, date.time ?? midnight);
}

function shownAt(timezone: string, day: string, time: string): Date | null {
  return day >= firstYear && day < lastYear ? instantAt(timezone, day, time) : null;
}

function instantOfText(text: string, { timezone, dayOrder, today }: InstantRules): Date | null {
  const written = splitDay(text, today, dayOrder);
  if (!written) return null;
  const { day } = written;
  if (written.time === '') return shownAt(timezone, day, midnight);
  const read = readTime(written.time);
  if (!read) return null;
  const { time, milliseconds, aheadMinutes } = read;
  const at = shownAt(aheadMinutes === null ? timezone : 'UTC', day, time);
  return at && new Date(at.getTime() - (aheadMinutes ?? 0) * 60_000 + milliseconds);
}

/** A time of day, `HH:MM:SS`, and how far ahead of UTC its clocks are; null where the text names no zone. */
interface ReadTime {
  readonly time: string;
  readonly milliseconds: number;
  readonly aheadMinutes: number | null;
}

/** 10h, 10h30, 10 h 30min, at the beginning. */
const hoursNamed = /^(\d{1,2}) ?(?:horas?|hrs?|hs?)(?: ?(\d{2})(?:m(?:in)?)?)?(?![\da-z])/i;
/** 14:30, 14:30:05.123, 2:30 PM, 2:30 p. m., each also with a zone. */
const clock =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?(?:horas?|hrs?|hs?))?(?: ?([ap])\.? ?m\.?)?(?: ?([zgu+\-−].*))?$/i;

/** Null where anything of the text is not understood: it could be what moves the time to another one. */
function readTime(text: string): ReadTime | null {
  const named = text.replace(hoursNamed, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);
  const [found, hours, minutes = '', seconds = '00', fraction = '', half, zone] = clock.exec(named) ?? [];
  if (found === undefined) return null;
  const hour = hourOfDay(Number(hours), half?.toLowerCase());
  const ahead = zone === undefined ? null : minutesAhead(zone);
  if (Number.isNaN(hour) || hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  if (Number.isNaN(ahead)) return null;
  return {
    time: `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`,
    milliseconds: Number(fraction.slice(0, 3).padEnd(3, '0')),
    aheadMinutes: ahead,
  };
}

/** NaN for an hour that the half of the day does not have; 14:30 PM says the same twice. */
function hourOfDay(hours: number, half: string | undefined): number {
  if (half === undefined) return hours;
  if (half === 'a') return hours > 12 ? Number.NaN : hours % 12;
  return hours > 12 ? hours : (hours % 12) + 12;
}

/** Z, UTC, GMT-3, -05, +0530, -03:00. */
const offset = /^(?:z|(?:utc|gmt)?(?: ?([+\-−])(\d{2}|\d(?!\d))(?::?([0-5]\d))?)?)$/i;

/** How many minutes clocks are ahead of UTC; NaN where no clocks on earth are. */
function minutesAhead(zone: string): number {
  const [found, sign, hours = '0', minutes = '0'] = offset.exec(zone) ?? [];
  if (found === undefined) return Number.NaN;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1);
  return ahead >= -12 * 60 && ahead <= 14 * 60 ? ahead : Number.NaN;
}
