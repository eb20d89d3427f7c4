import type { Metric } from '@escuta/contract/metrics';
import { ces } from './ces.ts';
import { csat } from './csat.ts';
import type { MetricFormula } from './metric.ts';
import { nps } from './nps.ts';

/** The formulas of each metric. */
export const formulas: Record<Metric, MetricFormula> = { nps, csat, ces };
