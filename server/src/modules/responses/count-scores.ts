import type { Metric } from '@escuta/contract/metrics';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import { countedResponses } from './response-filter.ts';
import type { UnitResponses } from './response-filter.ts';

/**
 * How many of the responses that a filter finds gave each score of 0 to 10. Reads the responses themselves, for what the counters
 * of the days do not know; scores are those of one metric.
 */
export async function countScores(
  tx: Transaction,
  filter: UnitResponses & { readonly metric: Metric; readonly from: string; readonly to: string },
): Promise<number[]> {
  const { rows } = await sql<{ score: number; count: number }>`
    SELECT score, count(*)::int AS count FROM responses
    WHERE ${countedResponses({ ...filter, score: 'with' })}
    GROUP BY score
  `.execute(tx);
  const counts = new Map(rows.map(({ score, count }) => [score, count]));
  return Array.from({ length: 11 }, (_unused, score) => counts.get(score) ?? 0);
}
