import type { House } from '#platform/house/house.ts';
import type { Schedule, Subscription } from '#platform/jobs/jobs.ts';

/** Every module's reactions to facts. */
export function allSubscriptions(_house: House): Subscription[] {
  return [];
}

/** Every module's work by the clock. */
export function allSchedules(_house: House): Schedule[] {
  return [];
}
