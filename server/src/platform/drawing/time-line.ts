import { dayIn } from '#platform/time/clock.ts';

/** The zone of every demo unit. It has had no summer time since 2019: always three hours behind UTC. */
export const timezone = 'America/Sao_Paulo';
const behindUtcMs = 3 * 3_600_000;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** A moment of the year: how many days ago, and its day of the year. */
export interface Moment {
  readonly daysAgo: number;
  /** 1 to 12. */
  readonly month: number;
  readonly dayOfMonth: number;
}

/** The demo's year, which ends now. */
export interface TimeLine {
  readonly now: Date;
  /** An instant some days ago at a local hour; hours have fractions. */
  at(daysAgo: number, hour: number): Date;
  momentOf(instant: Date): Moment;
  dayOf(instant: Date): string;
  localHour(instant: Date): number;
  /** The most recent day, as days ago, that is this weekday (1 Monday to 7 Sunday). */
  lastWeekday(weekday: number): number;
}

/** The year that ends at `now`. */
export function timeLineTo(now: Date): TimeLine {
  const midnight = Date.parse(`${dayIn(timezone, now)}T00:00:00Z`) + behindUtcMs;
  const local = (instant: Date) => new Date(instant.getTime() - behindUtcMs);
  const daysAgo = (instant: Date) => Math.ceil((midnight - instant.getTime()) / dayMs);
  return {
    now,
    at: (days, hour) => new Date(Math.round(midnight - days * dayMs + hour * hourMs)),
    momentOf: (instant) => ({
      daysAgo: Math.max(0, daysAgo(instant)),
      month: local(instant).getUTCMonth() + 1,
      dayOfMonth: local(instant).getUTCDate(),
    }),
    dayOf: (instant) => local(instant).toISOString().slice(0, 10),
    localHour: (instant) => local(instant).getUTCHours(),
    lastWeekday: (weekday) => (local(new Date(midnight)).getUTCDay() - weekday + 7) % 7,
  };
}
