import type { Channel } from '@escuta/contract/primitives';
import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, SurveyId } from '@escuta/contract/ids';
import type { SurveyMetric } from '@escuta/contract/surveys';
import type { MetricDaily } from '#platform/db/tables.ts';
import { inOrderOfKeys, writeOf } from '#platform/db/writes.ts';
import type { Write } from '#platform/db/writes.ts';
import type { Contribution } from './response.ts';
import { scoreColumns } from './score-columns.ts';

/** A change of what one response counts for: it was counted as `before` and is now counted as `after`. */
export interface MetricChange {
  readonly businessUnitId: BusinessUnitId;
  readonly surveyId: SurveyId;
  readonly questionKey: string;
  /** What its scores measure: counters of two metrics never meet in a row. */
  readonly metric: SurveyMetric;
  readonly channel: Channel;
  readonly before: Contribution | null;
  readonly after: Contribution | null;
}

type Row = Record<'n' | 'sum' | 'sum_sq' | 'comments' | `b${number}`, number> & {
  business_unit_id: BusinessUnitId;
  survey_id: SurveyId;
  question_key: string;
  metric: string;
  channel: Channel;
  day: string;
};

const columns = ['n', 'sum', 'sum_sq', ...scoreColumns, 'comments'] as const satisfies readonly (keyof MetricDaily)[];

/**
 * Moves the counters of the days by what changed. The changes are summed per row first, because one statement may touch
 * a row once, and written in the order of the key, so that two batches never wait for each other in a circle.
 */
export function moveMetricDays({
  companyId,
  changes,
}: {
  companyId: CompanyId;
  changes: readonly MetricChange[];
}): Write | null {
  return writeOf(sumChanges(changes), (json) => sql`move_metric_days(${companyId}::uuid, ${json})`);
}

/** One row per key, in the order of the keys, without the rows where everything cancels out. */
export function sumChanges(changes: readonly MetricChange[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const change of changes) {
    count(rows, change, change.before, -1);
    count(rows, change, change.after, 1);
  }
  return inOrderOfKeys(rows)
    .map(([, row]) => row)
    .filter((row) => columns.some((column) => row[column] !== 0));
}

function count(rows: Map<string, Row>, change: MetricChange, contribution: Contribution | null, sign: 1 | -1): void {
  if (!contribution) return;
  const { businessUnitId, surveyId, questionKey, metric, channel } = change;
  const { day, score, comments } = contribution;
  const key = [businessUnitId, day, surveyId, questionKey, channel].join(' ');
  let row = rows.get(key);
  if (!row) {
    row = {
      business_unit_id: businessUnitId,
      survey_id: surveyId,
      question_key: questionKey,
      metric,
      channel,
      day,
      ...Object.fromEntries(columns.map((column) => [column, 0])),
    } as Row;
    rows.set(key, row);
  }
  row.comments += sign * comments;
  if (score === null) return;
  row.n += sign;
  row.sum += sign * score;
  row.sum_sq += sign * score * score;
  row[`b${score}`] = (row[`b${score}`] ?? 0) + sign;
}
