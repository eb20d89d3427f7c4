/** A scale from values to pixels: straight lines, no magic. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

interface ScaleWish {
  readonly values: readonly number[];
  /** The widest range that makes sense. */
  readonly min: number;
  readonly max: number;
  /** About how many steps the axis should have. */
  readonly steps: number;
}

const niceSteps = [1, 2, 5, 10, 20, 25, 50, 100];

/** A scale whose ends are round and hold all values, and never lie outside the widest range. */
export function niceScale({ values, min, max, steps }: ScaleWish): Scale {
  const low = Math.min(...values, max);
  const high = Math.max(...values, min);
  if (values.length === 0) return { min, max, ticks: ticksBetween(min, max, stepFor(max - min, steps)) };
  const step = stepFor(Math.max(high - low, 1), steps);
  const from = Math.max(min, Math.floor(low / step) * step);
  const to = Math.min(max, Math.ceil(high / step) * step);
  // A single value still gets a range around it.
  const top = to > from ? to : Math.min(max, from + step);
  const bottom = top > from ? from : top - step;
  return { min: bottom, max: top, ticks: ticksBetween(bottom, top, step) };
}

/** Every how many labels one is drawn, so that labels of this width do not touch. */
export function labelStride(count: number, width: number, labelWidth: number): number {
  const fitting = Math.max(1, Math.floor(width / labelWidth));
  return Math.max(1, Math.ceil(count / fitting));
}

function stepFor(range: number, steps: number): number {
  return niceSteps.find((step) => range / step <= steps) ?? 100;
}

function ticksBetween(min: number, max: number, step: number): number[] {
  const first = Math.ceil(min / step) * step;
  return Array.from({ length: Math.floor((max - first) / step) + 1 }, (_unused, at) => first + at * step || 0);
}
