/** Calendar days `YYYY-MM-DD`, both included; open on the side that is not said. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const periodNames = ['ever', '7d', '30d', '90d', 'custom'] as const;
export type PeriodName = (typeof periodNames)[number];

const dayMs = 86_400_000;
const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** The days that a name means on `today`. Days of one's own begin as those that are shown, or as the last 30. */
export function daysOf(name: PeriodName, shown: Days, today: string): Days {
  if (name === 'ever') return { from: undefined, to: undefined };
  if (name === 'custom')
    return { from: shown.from ?? addDays(shown.to ?? today, 1 - lengths['30d']), to: shown.to ?? today };
  return { from: addDays(today, 1 - lengths[name]), to: today };
}

/** The name of days on `today`. */
export function periodNameOf({ from, to }: Days, today: string): PeriodName {
  if (from === undefined && to === undefined) return 'ever';
  const named = (Object.keys(lengths) as (keyof typeof lengths)[]).find(
    (name) => to === today && from === addDays(today, 1 - lengths[name]),
  );
  return named ?? 'custom';
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}
