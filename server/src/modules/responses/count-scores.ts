import { countedScores } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { countedResponses } from './response-filter.ts';
import type { UnitResponses } from './response-filter.ts';

/**
 * How many of the responses that a filter finds gave each score, from 0 up, by the metrics that they answered. Reads the responses
 * themselves, for what the counters of the days do not know.
 */
export async function countScores(
  tx: Transaction,
  filter: UnitResponses & { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<Metric, number[]>> {
  const { rows } = await sql<{ metric: Metric; score: number; count: number }>`
    SELECT metric, score, count(*)::int AS count FROM responses
    WHERE ${countedResponses({ ...filter, score: 'with' })}
    GROUP BY metric, score
  `.execute(tx);
  const byMetric = [...Map.groupBy(rows, ({ metric }) => metric)];
  return new Map(
    byMetric.map(([metric, found]) => {
      const counts = new Map(found.map(({ score, count }) => [score, count]));
      return [metric, countedScores.map((score) => counts.get(score) ?? 0)];
    }),
  );
}
