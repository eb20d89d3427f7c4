import type { DayOrder } from '@escuta/contract/day-text';
import { readDay } from '@escuta/contract/day-text';
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
  return date && instantAt(rules.timezone, date.day, date.time ?? midnight);
}

/** 2025-03-04T14:30:00Z, also with a zone of so many hours. */
const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
/** 14:30, 2:30:05 PM, also as 14h30. */
const written = /\b(\d{1,2})[:h](\d{2})(?::(\d{2}))?(?:[.,]\d+)?(?: ?([ap])\.? ?m\b\.?)?/i;

function instantOfText(given: string, { timezone, dayOrder, today }: InstantRules): Date | null {
  if (zoned.test(given)) return new Date(given.replace(' ', 'T'));
  // '04/03/2025, 14:30' and '04/03/2025 às 14h30'.
  const text = given.replace(/,? +(?:às |a las |at )?(?=\d{1,2}[:h]\d{2})/i, ' ').replace(/(\d)h(?=\d{2})/i, '$1:');
  const day = readDay(text, today, dayOrder);
  if (day === null) return null;
  const [, hours, minutes = '', seconds = '00', half] = written.exec(text) ?? [];
  if (hours === undefined) return instantAt(timezone, day, midnight);
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return instantAt(timezone, day, `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`);
}
