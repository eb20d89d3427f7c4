import { addDays, rollingDays } from '@escuta/contract/calendar-days';

/** Calendar days `YYYY-MM-DD`, both included; open on the side that is not said. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const periodNames = ['ever', '7d', '30d', '90d', 'custom'] as const;
export type PeriodName = (typeof periodNames)[number];

/** The days that a name means on `today`. Days of one's own begin as those that are shown, or as the last 30. */
export function daysOf(name: PeriodName, shown: Days, today: string): Days {
  if (name === 'ever') return { from: undefined, to: undefined };
  if (name === 'custom')
    return { from: shown.from ?? addDays(shown.to ?? today, 1 - rollingDays['30d']), to: shown.to ?? today };
  return { from: addDays(today, 1 - rollingDays[name]), to: today };
}

/** The name of days on `today`. */
export function periodNameOf({ from, to }: Days, today: string): PeriodName {
  if (from === undefined && to === undefined) return 'ever';
  const named = (Object.keys(rollingDays) as (keyof typeof rollingDays)[]).find(
    (name) => to === today && from === addDays(today, 1 - rollingDays[name]),
  );
  return named ?? 'custom';
}
