import type { Dashboard, DashboardFilter } from '@escuta/contract/analytics';
import { can } from '@escuta/contract/permissions';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { readScoreDays } from '#modules/responses/index.ts';
import type { ScoreDay } from '#modules/responses/index.ts';
import { readInvitationDays } from '#modules/sends/index.ts';
import type { InvitationSums } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import type { Period } from './calendar.ts';
import { periodBefore, problemOf } from './period.ts';
import { distributionOf, noScores, pooled, scoreOf, verdictOf } from './score-summary.ts';
import { trendBuckets, trendStep } from './trend-steps.ts';

/**
 * The dashboard of the unit, from counters per day: its cost does not depend on how many people answered. Refuses
 * INVALID_INPUT for a period that ends before it begins, is longer than five years or lies outside 1900 to 2999.
 */
export async function readDashboard(
  tx: Transaction,
  scope: Scope,
  filter: DashboardFilter,
  now: Date,
): Promise<Dashboard> {
  const period = periodOf(filter);
  const before = periodBefore(period);
  const place = {
    companyId: scope.companyId,
    businessUnitId: scope.businessUnitId,
    surveyId: filter.surveyId,
    channel: filter.channel,
  };

  const unit = await findBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  const days = await readScoreDays(tx, { ...place, from: before.from, to: period.to });
  const invitations = await readInvitationDays(tx, { ...place, ...period });

  const mayIdentify = can(scope.role, 'contacts.identify');
  const current = within(days, period);
  const counts = countsOf(current);
  const step = trendStep(period);
  return {
    score: scoreOf(counts, mayIdentify),
    comparison: { ...comparisonOf(counts, countsOf(within(days, before)), mayIdentify), ...before },
    distribution: distributionOf(counts, mayIdentify),
    trend: {
      step,
      points: trendBuckets(period, step).map(({ start, end }) => ({
        start,
        end,
        score: scoreOf(countsOf(within(current, { from: start, to: end })), mayIdentify),
      })),
    },
    responseRate: responseRateOf(invitations),
    comments: current.reduce((sum, day) => sum + day.comments, 0),
    timezone: unit.timezone,
    updatedAt: now.toISOString(),
  };
}

/** The days of a filter. Refuses INVALID_INPUT as `readDashboard` does. */
export function periodOf({ from, to }: { from: string; to: string }): Period {
  const problem = problemOf({ from, to });
  if (problem) throw refuse('INVALID_INPUT', { fields: [{ path: 'to', rule: problem }] });
  return { from, to };
}

function within(days: readonly ScoreDay[], { from, to }: Period): ScoreDay[] {
  return days.filter(({ day }) => day >= from && day <= to);
}

function countsOf(days: readonly ScoreDay[]): readonly number[] {
  return days.map(scoresOfDay).reduce(pooled, noScores);
}

function scoresOfDay(day: ScoreDay): readonly number[] {
  return [day.b0, day.b1, day.b2, day.b3, day.b4, day.b5, day.b6, day.b7, day.b8, day.b9, day.b10];
}

function comparisonOf(counts: readonly number[], previousCounts: readonly number[], mayIdentify: boolean) {
  const [score, previous] = [scoreOf(counts, mayIdentify), scoreOf(previousCounts, mayIdentify)];
  const change = score.value === null || previous.value === null ? null : score.value - previous.value;
  return { previous, change, verdict: verdictOf(counts, previousCounts) };
}

/** (completed + partial) / (sent − failed), null when nothing was delivered (areas §5.5). */
function responseRateOf({ sent, failed, responded }: InvitationSums): Dashboard['responseRate'] {
  const delivered = sent - failed;
  return { sent, delivered, responded, value: delivered > 0 ? responded / delivered : null };
}
