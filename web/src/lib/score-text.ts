import type { Comparison, Score } from '@escuta/contract/analytics';
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

/**
 * With how many decimals a value and the one before it are shown: those of the metric, and more where the two differ beyond
 * chance and would read the same.
 */
export function decimalsShown(metric: Metric, { value }: Score, { previous, verdict }: Comparison): number {
  const { decimals } = definitionOf(metric);
  if (verdict !== 'rose' && verdict !== 'fell') return decimals;
  const finer = [decimals, decimals + 1, decimals + 2].find((each) => changeShown(value, previous.value, each) !== 0);
  return finer ?? decimals;
}

/** The difference of two values as they are shown: who subtracts one from the other finds the same. Null without one. */
export function changeShown(value: number | null, previous: number | null, decimals: number): number | null {
  if (value === null || previous === null) return null;
  const difference = roundHalfAwayFromZero(value, decimals) - roundHalfAwayFromZero(previous, decimals);
  return roundHalfAwayFromZero(difference, decimals);
}

/** '+6', '−6' or '0': how far a value moved. */
export function formatSignedChange(change: number, decimals: number): string {
  const sign = change === 0 ? '' : change < 0 ? minus : '+';
  return `${sign}${formatNumber(Math.abs(change), decimals)}`;
}
