import { addDays } from '@escuta/contract/calendar-days';

/** A calendar day `YYYY-MM-DD`. Days have no zone here: what day an instant is was decided when it was written. */
export type Day = string;

/** Days from `from` to `to`, both included. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

const dayMs = 86_400_000;

/** How many days a period holds; 0 or less when it ends before it begins. */
export function lengthOf({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** The Monday of the day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The first day of the day's month. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}
