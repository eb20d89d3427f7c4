import { formatNumber } from '#web/lib/format.ts';

const minus = '\u2212';

/** The nearest whole number; a half goes away from zero, so that 12,5 and −12,5 mirror each other. */
export function roundHalfAwayFromZero(value: number): number {
  // Nine decimals drop what binary fractions add: 57.49999999999999 stands for 57.5.
  const size = Math.round(Number(Math.abs(value).toFixed(9)));
  return value < 0 && size > 0 ? -size : size;
}

/** '42', '−7': a score as a whole number; '—' when there is none. */
export function formatScore(value: number | null): string {
  if (value === null) return '—';
  return formatNumber(roundHalfAwayFromZero(value)).replace('-', minus);
}

/** How far a score moved, without its sign: '6', and '0,4' below one, so that a move never reads as none. */
export function formatChange(change: number): string {
  const size = Math.abs(change);
  return formatNumber(size < 1 ? size : roundHalfAwayFromZero(size), size < 1 ? 1 : 0);
}

/** '+6' or '−6': how far a score moved. */
export function formatSignedChange(change: number): string {
  return `${change < 0 ? minus : '+'}${formatChange(change)}`;
}
