import { addDays, rollingDays } from '@escuta/contract/calendar-days';

/** Calendar days `YYYY-MM-DD`, both included; open on the side that is not said. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Periods that move on with the day. */
export const rollingPeriods = ['7d', '30d', '90d'] as const satisfies readonly (keyof typeof rollingDays)[];
type RollingPeriod = (typeof rollingPeriods)[number];

/** What an address says of the time: days, or a period by its name. Days count where both are said. */
export interface PeriodSearch extends Days {
  readonly period?: RollingPeriod | undefined;
}

export const periodNames = ['ever', ...rollingPeriods, 'custom'] as const;
export type PeriodName = (typeof periodNames)[number];

/** The days that an address means on `today`. */
export function daysIn({ period, from, to }: PeriodSearch, today: string): Days {
  if (from !== undefined || to !== undefined || period === undefined) return { from, to };
  return { from: addDays(today, 1 - rollingDays[period]), to: today };
}

/** What the address says of a period that was chosen. Days of one's own begin as those that are shown, or as the last 30. */
export function periodSearch(chosen: PeriodName, shown: PeriodSearch, today: string): PeriodSearch {
  const nothing = { period: undefined, from: undefined, to: undefined };
  if (chosen === 'ever') return nothing;
  if (chosen !== 'custom') return { ...nothing, period: chosen };
  const { from, to = today } = daysIn(shown, today);
  return { period: undefined, from: from ?? addDays(to, 1 - rollingDays['30d']), to };
}

/** The name of what an address says on `today`. */
export function periodNameOf(search: PeriodSearch, today: string): PeriodName {
  const { from, to } = daysIn(search, today);
  if (from === undefined && to === undefined) return 'ever';
  const named = rollingPeriods.find((name) => to === today && from === addDays(today, 1 - rollingDays[name]));
  return named ?? 'custom';
}
