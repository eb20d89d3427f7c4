import { addDays, rollingDays } from '@escuta/contract/calendar-days';
import { defaultPreset } from '#web/features/dashboard/presets.ts';
import type { Preset } from '#web/features/dashboard/presets.ts';

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
/** The longest period that the server looks at: five years with their leap days. */
const periodDaysMax = 1_827;

/**
 * The days of a preset as seen on `today` of the unit. A custom period that is not whole, or longer than five years,
 * is read as the default one: links are typed by people too. Turned ends are turned back.
 */
export function periodOf(preset: Preset, today: string, custom: Partial<Period>): Period {
  switch (preset) {
    case '7d':
    case '30d':
    case '90d':
      return { from: addDays(today, 1 - rollingDays[preset]), to: today };
    case '12m':
      return { from: addDays(yearBefore(today), 1), to: today };
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'last-month': {
      const to = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
    case 'custom':
      return customPeriod(custom) ?? periodOf(defaultPreset, today, {});
  }
}

function customPeriod({ from, to }: Partial<Period>): Period | undefined {
  if (!from || !to) return undefined;
  const period = from <= to ? { from, to } : { from: to, to: from };
  const days = (Date.parse(period.to) - Date.parse(period.from)) / dayMs + 1;
  return days <= periodDaysMax ? period : undefined;
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** 29 February has no day like it a year before: the 28th stands in. */
function yearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1;
  return `${year}${day.endsWith('-02-29') ? '-02-28' : day.slice(4)}`;
}
