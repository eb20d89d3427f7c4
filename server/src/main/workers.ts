import { accessSchedules } from '#modules/access/jobs.ts';
import { importsSchedules } from '#modules/imports/jobs.ts';
import { importsSubscriptions } from '#modules/imports/subscribers.ts';
import type { House } from '#platform/house/house.ts';
import { idempotencySchedules } from '#platform/http/forget-answers.ts';
import type { Schedule, Subscription } from '#platform/jobs/jobs.ts';

/** Every module's reactions to facts. */
export function allSubscriptions(house: House): Subscription[] {
  return [...importsSubscriptions(house)];
}

/** Every module's work by the clock, and the plumbing's. */
export function allSchedules(house: House): Schedule[] {
  return [...accessSchedules(house), ...importsSchedules(house), ...idempotencySchedules(house)];
}
