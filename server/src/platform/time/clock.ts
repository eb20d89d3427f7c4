/** Where "now" comes from. Acts take it from the context, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved, for tests. */
export function fixedClock(start: Date): Clock & { advance(ms: number): void } {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    advance: (ms) => {
      current += ms;
    },
  };
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();
/** Every zone's offset is a whole number of quarters of an hour, so a day never begins within one. */
const quarterMs = 15 * 60_000;
const lastDays = new Map<string, { readonly quarter: number; readonly day: string }>();

/** The calendar day `YYYY-MM-DD` of an instant in an IANA zone. Asked in a row for one quarter of an hour, it formats once. */
export function dayIn(timezone: string, instant: Date): string {
  const quarter = Math.floor(instant.getTime() / quarterMs);
  const last = lastDays.get(timezone);
  if (last?.quarter === quarter) return last.day;
  let format = dayFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dayFormats.set(timezone, format);
  }
  const day = format.format(instant);
  lastDays.set(timezone, { quarter, day });
  return day;
}

/** The first day of the month of an instant, in UTC: the partition of what is created then. */
export function monthOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 7)}-01`;
}
