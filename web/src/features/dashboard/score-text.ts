import { definitionOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { formatNumber, formatPercent } from '#web/lib/format.ts';

const minus = '\u2212';

/** The nearest number of so many decimals; a half goes away from zero, so that 12,5 and −12,5 mirror each other. */
export function roundHalfAwayFromZero(value: number, decimals = 0): number {
  const unit = 10 ** decimals;
  // Nine decimals drop what binary fractions add: 57.49999999999999 stands for 57.5.
  const size = Math.round(Number((Math.abs(value) * unit).toFixed(9))) / unit;
  return value < 0 && size > 0 ? -size : size;
}

/** '42', '−7' or '82,4%': the value of a metric with its decimals; '—' when there is none. */
export function formatScore(metric: Metric, value: number | null, decimals = definitionOf(metric).decimals): string {
  if (value === null) return '—';
  const rounded = roundHalfAwayFromZero(value, decimals);
  const text = definitionOf(metric).isPercent
    ? formatPercent(rounded / 100, decimals)
    : formatNumber(rounded, decimals);
  return text.replace('-', minus);
}

/** How far a value moved, without its sign: '6', and '0,4' below one, so that a move never reads as none. */
export function formatChange(metric: Metric, change: number): string {
  return formatNumber(...changeOf(metric, change));
}

/** The number that `formatChange` shows, for the words that count it, and its decimals. */
export function changeOf(metric: Metric, change: number): [size: number, decimals: number] {
  const decimals = Math.max(definitionOf(metric).decimals, Math.abs(change) < 1 ? 1 : 0);
  return [roundHalfAwayFromZero(Math.abs(change), decimals), decimals];
}

/** '+6' or '−6': how far a value moved. */
export function formatSignedChange(metric: Metric, change: number): string {
  return `${change < 0 ? minus : '+'}${formatChange(metric, change)}`;
}
