/**
 * What surveys measure, for the server, the web and the respondent's page alike. No zod here: the page carries this file.
 */

/** The groups that scores fall into, from the best to the worst. What each is called depends on the metric. */
export const scoreGroups = ['top', 'middle', 'bottom'] as const;
export type ScoreGroup = (typeof scoreGroups)[number];

/**
 * The scores that an answer may be, whatever its metric: those that the counters of the days have a column for, and that the
 * database takes.
 */
export const countedScores = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type CountedScore = (typeof countedScores)[number];
/** The highest of them. */
export const scoreMax = countedScores.length - 1;

/** From `min` to `max`, both included. */
export interface Range<Value extends number = number> {
  readonly min: Value;
  readonly max: Value;
}

/** How an interval is computed: for a difference of shares, for a share, for a mean of many answers and of few. */
export const intervalMethods = ['adjusted-wald', 'wilson', 't', 'bca'] as const;
export type IntervalMethod = (typeof intervalMethods)[number];

/** A number beside the value of a metric, of the same answers. */
export const figureNames = ['mean', 'bottom_share', 'top_share'] as const;
export type FigureName = (typeof figureNames)[number];

/** How good a value is, where the trade has names for it: from the worst to the best. */
export const zoneNames = ['critical', 'improvement', 'quality', 'excellence'] as const;
export type ZoneName = (typeof zoneNames)[number];

/** The values from `min` to `max`, both included, as they are shown: rounded to the metric's decimals. */
export interface Zone extends Range {
  readonly name: ZoneName;
}

interface MetricDefinition {
  /** The whole numbers that an answer may be. */
  readonly scores: Range<CountedScore>;
  /** The lowest score of each group, from the top down. */
  readonly lowest: Readonly<Record<ScoreGroup, CountedScore>>;
  /** What the value of many answers may be. */
  readonly values: Range;
  /** From the worst to the best; none where there is no common agreement. */
  readonly zones: readonly Zone[];
  /** With how many decimals the value is shown. */
  readonly decimals: number;
  /** The value is a share of 100. */
  readonly isPercent: boolean;
  /** How the interval of the value is computed; a second one where few answers need another. */
  readonly intervals: readonly IntervalMethod[];
  /** Where the formula is from. */
  readonly source: string;
  /** What surveys of it can begin with. */
  readonly templates: readonly string[];
}

export const metricDefinitions = {
  /** 100 · (top − bottom) / n. */
  nps: {
    scores: { min: 0, max: 10 },
    lowest: { top: 9, middle: 7, bottom: 0 },
    values: { min: -100, max: 100 },
    zones: [
      { name: 'critical', min: -100, max: 0 },
      { name: 'improvement', min: 1, max: 50 },
      { name: 'quality', min: 51, max: 75 },
      { name: 'excellence', min: 76, max: 100 },
    ],
    decimals: 0,
    isPercent: false,
    intervals: ['adjusted-wald'],
    source: 'Reichheld 2003; interval: Rocks 2016',
    templates: ['nps-relationship', 'nps-purchase', 'nps-stay'],
  },
  /** The share of the top group, in percent. */
  csat: {
    scores: { min: 1, max: 5 },
    lowest: { top: 4, middle: 3, bottom: 1 },
    values: { min: 0, max: 100 },
    zones: [],
    decimals: 1,
    isPercent: true,
    intervals: ['wilson'],
    source: 'top two of five; interval: Wilson 1927',
    templates: ['csat-service', 'csat-purchase'],
  },
  /** The mean. */
  ces: {
    scores: { min: 1, max: 7 },
    lowest: { top: 5, middle: 4, bottom: 1 },
    values: { min: 1, max: 7 },
    zones: [],
    decimals: 2,
    isPercent: false,
    intervals: ['t', 'bca'],
    source: 'mean of the agreement; intervals: t, and the bootstrap BCa',
    templates: ['ces-service', 'ces-purchase'],
  },
} as const satisfies Record<string, MetricDefinition>;

export type Metric = keyof typeof metricDefinitions;
/** In the order in which they are offered. */
export const metrics = Object.keys(metricDefinitions) as [Metric, ...Metric[]];

/** The definition of a metric. */
export function definitionOf(metric: Metric): MetricDefinition {
  return metricDefinitions[metric];
}

/** The group of a score: for NPS 9–10, 7–8 and 0–6. */
export function groupOf(metric: Metric, score: number): ScoreGroup {
  const { lowest } = definitionOf(metric);
  if (score >= lowest.top) return 'top';
  return score >= lowest.middle ? 'middle' : 'bottom';
}

/** The zone of a value that is rounded to the metric's decimals; undefined where the metric has none. */
export function zoneOf(metric: Metric, rounded: number): Zone | undefined {
  return definitionOf(metric).zones.findLast(({ min }) => rounded >= min);
}

/** The scores of a metric, from the lowest up; of one group when it is given. */
export function scoresOf(metric: Metric, group?: ScoreGroup): number[] {
  const { min, max } = definitionOf(metric).scores;
  const scores = Array.from({ length: max - min + 1 }, (_unused, at) => min + at);
  return group === undefined ? scores : scores.filter((score) => groupOf(metric, score) === group);
}

/** The metric of a question, by its type; undefined where a question has no score. */
export function metricOf({ type }: { readonly type: string }): Metric | undefined {
  return metrics.find((metric) => metric === type);
}
