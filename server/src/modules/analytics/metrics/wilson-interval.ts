import { z95 } from './normal-distribution.ts';
import type { Interval } from './metric.ts';

/** The 95 % Wilson score interval of the share k/n, from 0 to 1; null when n is 0. It never leaves that range. */
export function wilsonInterval(k: number, n: number): Interval | null {
  if (n === 0) return null;
  const share = k / n;
  const z2 = z95 ** 2;
  const centre = share + z2 / (2 * n);
  const margin = z95 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  const scale = 1 + z2 / n;
  // At the ends the interval touches the end; rounding must not move it off.
  return { lo: k === 0 ? 0 : (centre - margin) / scale, hi: k === n ? 1 : (centre + margin) / scale };
}
