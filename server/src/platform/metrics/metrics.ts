import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { counters, gauges, histograms } from '#platform/metrics/metric-definitions.ts';
import type { LabelsOf } from '#platform/metrics/metric-definitions.ts';

type Counters = typeof counters;
type Histograms = typeof histograms;
type Gauges = typeof gauges;

/** One number of a gauge, or one for each of its labels. */
export type Reading<Name extends keyof Gauges> =
  | number
  | readonly { readonly labels: LabelsOf<Gauges[Name]>; readonly value: number }[];

/** Where facts are told that somebody may want to count. The names, labels and meanings: `metric-definitions.ts`. */
export interface Metrics {
  count<Name extends keyof Counters>(name: Name, labels: LabelsOf<Counters[Name]>, by?: number): void;
  /** Durations in seconds. */
  observe<Name extends keyof Histograms>(name: Name, labels: LabelsOf<Histograms[Name]>, value: number): void;
  /** Says how a gauge is read when somebody asks; the last one told counts. A reader that fails or is late is left out. */
  watch<Name extends keyof Gauges>(name: Name, read: () => Reading<Name> | Promise<Reading<Name>>): void;
  /** Everything, in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Longer than readiness takes, which is a reading too. */
const readWithinMs = 3_000;

/** Opens the books of one process; `ofProcess` adds memory, event loop and garbage collection of Node itself. */
export function openMetrics({ ofProcess = false }: { ofProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const counted = books(counters, (name, { help, labelNames }) => new Counter({ name, help, labelNames, registers }));
  const observed = books(
    histograms,
    (name, { help, labelNames, fact }) =>
      new Histogram({ name, help, labelNames, buckets: [...fact.buckets], registers }),
  );
  const watched = new Map<keyof Gauges, Watched>();
  startAtZero(counted);

  return {
    count: (name, labels, by = 1) => counted[name].inc(labels as Labels, by),
    observe: (name, labels, value) => observed[name].observe(labels as Labels, value),
    watch(name, read) {
      const { help, labels } = gauges[name];
      const labelNames = Object.keys(labels);
      const gauge = watched.get(name)?.gauge ?? new Gauge({ name, help, labelNames, registers });
      watched.set(name, { gauge, hasLabels: labelNames.length > 0, read });
    },
    async text() {
      await Promise.all([...watched.values()].map(readInto));
      return registry.metrics();
    },
  };
}

/** The library's own type of labels: ours is narrower, by name of the fact. */
type Labels = Record<string, string>;

interface Watched {
  readonly gauge: Gauge;
  readonly hasLabels: boolean;
  readonly read: () => unknown;
}

interface LabelledValue {
  readonly labels: Labels;
  readonly value: number;
}

type Book<F> = { readonly help: string; readonly labelNames: string[]; readonly fact: F };

function books<Facts extends Record<string, { help: string; labels: object }>, Kept>(
  facts: Facts,
  open: (name: string, book: Book<Facts[keyof Facts]>) => Kept,
): Record<keyof Facts, Kept> {
  const entries = Object.entries(facts) as [string, Facts[keyof Facts]][];
  return Object.fromEntries(
    entries.map(([name, fact]) => [name, open(name, { help: fact.help, labelNames: Object.keys(fact.labels), fact })]),
  ) as Record<keyof Facts, Kept>;
}

/** A rate over a counter that did not exist yet misses its first step: every known combination begins at zero. */
function startAtZero(counted: Record<keyof Counters, Counter>): void {
  for (const [name, { labels }] of Object.entries(counters)) {
    let combinations: Labels[] = [{}];
    for (const [label, values] of Object.entries(labels) as [string, readonly string[] | 'ours'][]) {
      const known = values === 'ours' ? [] : values;
      combinations = combinations.flatMap((one) => known.map((value) => ({ ...one, [label]: value })));
    }
    for (const combination of combinations) counted[name as keyof Counters].inc(combination, 0);
  }
}

/** A gauge that could not be read is absent: an old number would look like a new one. */
async function readInto({ gauge, hasLabels, read }: Watched): Promise<void> {
  const reading = await inTime(read);
  gauge.reset();
  if (typeof reading === 'number') gauge.set(reading);
  else if (Array.isArray(reading)) for (const { labels, value } of reading as LabelledValue[]) gauge.set(labels, value);
  else if (!hasLabels) gauge.remove();
}

/** What a reader answers in time, undefined when it fails or is late. */
async function inTime(read: () => unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), readWithinMs);
    });
    return await Promise.race([Promise.resolve(read()), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
