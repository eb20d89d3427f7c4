import { dayIn } from '#web/lib/time.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * How many days of a trial are left: 0 on the day on which it ends in the zone, less than 0 once it is over. Midnights are
 * counted, not hours: on the first day of a trial all of its days are left, and what ends tomorrow morning does not end today.
 */
export function trialDaysLeft(expiresAt: string, now: Date, timeZone: string): number {
  const end = new Date(expiresAt);
  if (end <= now) return -1;
  return (Date.parse(dayIn(timeZone, end)) - Date.parse(dayIn(timeZone, now))) / dayMs;
}
