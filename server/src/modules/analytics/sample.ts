import type { SampleSize } from '@escuta/contract/analytics';

/** Fewer answers than this are shown only to whoever may read each by itself (areas §5.4). */
export const anonymousMin = 5;
/** Fewer answers than this are marked, and no verdict is given on them. */
export const soundMin = 30;

/** How far `n` answers carry, for a reader who may or may not read each by itself. */
export function sampleOf(n: number, readsEach: boolean): SampleSize {
  if (n === 0) return 'none';
  if (n < anonymousMin && !readsEach) return 'hidden';
  return n < soundMin ? 'small' : 'enough';
}
