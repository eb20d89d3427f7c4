import type { TrendPoint } from '@escuta/contract/analytics';
import type { Range } from '@escuta/contract/metrics';
import { niceScale } from '#web/ui/charts/scale.ts';
import type { Scale } from '#web/ui/charts/scale.ts';

/** A point of the trend where it is drawn, in pixels. Only points with a score are drawn on the line. */
export interface Dot {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly lo: number;
  readonly hi: number;
  readonly value: number;
  /** How many answers it is made of. */
  readonly n: number;
  readonly isSmall: boolean;
}

export interface Plot {
  readonly width: number;
  readonly scale: Scale;
  /** The middle of each point's column. */
  readonly xs: readonly number[];
  readonly columnWidth: number;
  readonly dots: readonly Dot[];
  /** Dots that the line joins: next to each other, and of enough answers. Others stand alone. */
  readonly runs: readonly (readonly Dot[])[];
  readonly y: (value: number) => number;
  /** The axis of how many answered, from 0. */
  readonly counts: Scale;
}

/** A line between points of fewer answers than this would draw chance as a movement. */
const joinedAnswersMin = 10;
/** How wide the interval of a dot that stands alone is drawn, in pixels. */
const aloneWidth = 10;
/** The measures of the drawing in pixels, from top to bottom: line, bars of n, labels. */
export const frame = { left: 40, right: 36, top: 12, lineHeight: 200, gap: 24, barHeight: 44, labelHeight: 26 };
export const plotHeight = frame.top + frame.lineHeight + frame.gap + frame.barHeight + frame.labelHeight;
export const barsBottom = frame.top + frame.lineHeight + frame.gap + frame.barHeight;

/** Lays the points out in a drawing of a width in pixels; `range` is what their values may be. */
export function layOut(points: readonly TrendPoint[], width: number, range: Range): Plot {
  const innerWidth = Math.max(1, width - frame.left - frame.right);
  const columnWidth = innerWidth / Math.max(1, points.length);
  const xs = points.map((_point, at) => frame.left + columnWidth * (at + 0.5));
  const values = points.flatMap(({ score }) => [score.lo, score.hi, score.value].filter((value) => value !== null));
  const scale = scaleOf(values, range);
  const y = (value: number) =>
    frame.top + frame.lineHeight * (1 - (value - scale.min) / Math.max(1, scale.max - scale.min));
  const dots = points.flatMap(({ score }, at): Dot[] => {
    if (score.value === null) return [];
    return [
      {
        at,
        x: xs[at] ?? 0,
        y: y(score.value),
        lo: y(score.lo ?? score.value),
        hi: y(score.hi ?? score.value),
        value: score.value,
        n: score.n,
        isSmall: score.sample === 'small',
      },
    ];
  });
  return {
    width,
    scale,
    xs,
    columnWidth,
    dots,
    runs: runsOf(dots),
    y,
    counts: countScale(points.map(({ score }) => score.n)),
  };
}

/** Whether a line joins any two points. */
export function hasLine(points: readonly TrendPoint[]): boolean {
  const dots = points.flatMap(({ score: { value, n } }, at) => (value === null ? [] : [{ at, n }]));
  return runsOf(dots).some((run) => run.length > 1);
}

/** 'M1,2L3,4': a line through the dots. */
export function linePath(run: readonly Dot[]): string {
  return run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)},${round(y)}`).join('');
}

/**
 * The stretches of a run's interval, cut where the sample turns from small to sound, so that each has its own fill.
 * A dot alone has a narrow stretch around it.
 */
export function bands(run: readonly Dot[]): { path: string; isSmall: boolean; key: number }[] {
  const [only] = run;
  if (run.length === 1 && only) {
    const sides = [only.x - aloneWidth / 2, only.x + aloneWidth / 2].map((x) => ({ ...only, x }));
    return [{ path: bandPath(sides), isSmall: only.isSmall, key: only.at }];
  }
  const stretches: { dots: Dot[]; isSmall: boolean }[] = [];
  for (const [at, dot] of run.entries()) {
    const before = run[at - 1];
    if (!before) continue;
    const isSmall = dot.isSmall || before.isSmall;
    const last = stretches.at(-1);
    if (last?.isSmall === isSmall) last.dots.push(dot);
    else stretches.push({ dots: [before, dot], isSmall });
  }
  return stretches.map(({ dots, isSmall }) => ({ path: bandPath(dots), isSmall, key: dots[0]?.at ?? 0 }));
}

/** The dot nearest to a place, by column: hovering needs no aim. */
export function columnAt(plot: Plot, x: number): number {
  const at = Math.floor((x - frame.left) / plot.columnWidth);
  return Math.min(Math.max(at, 0), Math.max(0, plot.xs.length - 1));
}

function bandPath(dots: readonly Dot[]): string {
  const upper = dots.map(({ x, hi }) => `${round(x)},${round(hi)}`);
  const lower = dots.toReversed().map(({ x, lo }) => `${round(x)},${round(lo)}`);
  return `M${[...upper, ...lower].join('L')}Z`;
}

function runsOf<D extends Pick<Dot, 'at' | 'n'>>(dots: readonly D[]): D[][] {
  const runs: D[][] = [];
  for (const dot of dots) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const isJoined = before?.at === dot.at - 1 && Math.min(before.n, dot.n) >= joinedAnswersMin;
    if (isJoined) run?.push(dot);
    else runs.push([dot]);
  }
  return runs;
}

/** A range from a lowest value upwards is drawn whole, with both ends as its ticks; one around zero as far as values lie. */
function scaleOf(values: readonly number[], { min, max }: Range): Scale {
  if (min < 0) return niceScale({ values, min, max, steps: 5 });
  const step = max - min < 10 ? 2 : 20;
  const ticks = Array.from({ length: Math.floor((max - min) / step) + 1 }, (_unused, at) => min + at * step);
  return { min, max, ticks };
}

/** From 0 to a round number that holds all counts, with both ends as its ticks. */
function countScale(counts: readonly number[]): Scale {
  const most = Math.max(1, ...counts);
  const size = 10 ** Math.floor(Math.log10(most));
  const max = Math.max(2, ([1, 2, 5, 10].find((times) => times * size >= most) ?? 10) * size);
  return { min: 0, max, ticks: [0, max / 2, max] };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
