import type { Dashboard, DashboardFilter } from '@escuta/contract/analytics';
import { metrics as allMetrics } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import { can } from '@escuta/contract/access-policy';
import { findBusinessUnit } from '#modules/companies/index.ts';
import { readScoreDays, readSeriesDays, scoreColumns } from '#modules/responses/index.ts';
import type { ScoreDay, ScoresFilter } from '#modules/responses/index.ts';
import { readInvitationDays } from '#modules/sends/index.ts';
import { findMeasuring } from '#modules/surveys/index.ts';
import type { InvitationSums } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { reachOf } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { anonymousGroups, daysWithin } from './anonymous-days.ts';
import { firstOfMonth } from './calendar.ts';
import type { Period } from './calendar.ts';
import { periodBefore, problemOf } from './period.ts';
import { distributionOf, figuresOf, noScores, pooled, scoreOf, verdictOf } from './score-summary.ts';
import type { Reading } from './score-summary.ts';
import { readCarriedTrend } from './trend-steps.ts';

/**
 * The dashboard of the unit, from counters per day: its cost does not depend on how many people answered. Of who is narrowed to
 * some of them it reads what these answered. Refuses
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
  const unit = await findBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  if (!unit) throw refuse('NOT_FOUND');
  const { metric, metrics, surveyIds } = await measuredBy(tx, scope, filter);
  const readsEach = can(scope.role, 'responses.read');
  const reachAndChannel = { ...reachOf(scope), channel: filter.channel };
  const scores = { ...reachAndChannel, metric, surveyId: filter.surveyId, from: before.from, to: period.to };
  const answers = await readAnswers(tx, scores, readsEach);
  const invitations = await readInvitationDays(tx, {
    ...reachAndChannel,
    ...period,
    surveyIds,
    timezone: unit.timezone,
  });

  const current = answers.within(period);
  const trend = readCarriedTrend(period, ({ start, end }) => answers.within({ from: start, to: end }).reading);
  return {
    metric,
    metrics,
    score: scoreOf(current.reading),
    figures: figuresOf(current.reading),
    comparison: { ...comparisonOf(current.reading, answers.within(before).reading), ...before },
    distribution: distributionOf(current.reading),
    trend: {
      step: trend.step,
      points: trend.points.map(({ span, reading }) => ({ ...span, score: scoreOf(reading) })),
    },
    responseRate: responseRateOf(invitations),
    comments: current.days.reduce((sum, day) => sum + day.comments, 0),
    timezone: unit.timezone,
    updatedAt: now.toISOString(),
  };
}

/**
 * What the published surveys of a filter measure, and which of them measure the one metric that is read: the metric asked
 * for, else the one with most answers; the first there is, without a number, while nothing is measured yet.
 */
export async function measuredBy(
  tx: Transaction,
  { companyId, businessUnitId }: Scope,
  filter: Pick<DashboardFilter, 'surveyId' | 'metric'>,
) {
  const surveys = (await findMeasuring(tx, { companyId, businessUnitId })).filter(
    ({ id }) => filter.surveyId === undefined || id === filter.surveyId,
  );
  const answers = (metric: Metric) =>
    surveys.reduce((sum, survey) => sum + (survey.metric === metric ? survey.responses : 0), 0);
  const metrics = allMetrics.filter((each) => surveys.some((survey) => survey.metric === each));
  const metric = filter.metric ?? metrics.toSorted((left, right) => answers(right) - answers(left))[0] ?? allMetrics[0];
  return { metric, metrics, surveyIds: surveys.filter((survey) => survey.metric === metric).map(({ id }) => id) };
}

/** The days of a filter. Refuses INVALID_INPUT as `readDashboard` does. */
export function periodOf({ from, to }: { from: string; to: string }): Period {
  const problem = problemOf({ from, to });
  if (problem) throw refuse('INVALID_INPUT', { fields: [{ path: 'to', rule: problem }] });
  return { from, to };
}

interface Answers {
  /** The days of a period whose scores the reader may know, and what they say. */
  within(period: Period): { days: readonly ScoreDay[]; reading: Reading };
}

/** The answers of some days for a reader who may know who gave them, or in groups too large to tell. */
async function readAnswers(tx: Transaction, filter: ScoresFilter, readsEach: boolean): Promise<Answers> {
  const show = (known: readonly ScoreDay[], all: readonly ScoreDay[]) => ({
    days: known,
    reading: {
      metric: filter.metric,
      counts: countsOf(known),
      answered: all.reduce((sum, { n }) => sum + n, 0),
      readsEach,
    },
  });
  if (readsEach) {
    const days = await readScoreDays(tx, filter);
    return { within: (period) => show(within(days, period), within(days, period)) };
  }
  const days = await readSeriesDays(tx, { ...filter, from: firstOfMonth(filter.from) });
  const groups = anonymousGroups(days);
  return { within: (period) => show(daysWithin(groups, period), within(days, period)) };
}

function within(days: readonly ScoreDay[], { from, to }: Period): ScoreDay[] {
  return days.filter(({ day }) => day >= from && day <= to);
}

function countsOf(days: readonly ScoreDay[]): readonly number[] {
  return days.map(scoresOfDay).reduce(pooled, noScores);
}

function scoresOfDay(day: ScoreDay): readonly number[] {
  return scoreColumns.map((column) => day[column]);
}

function comparisonOf(current: Reading, before: Reading) {
  const [score, previous] = [scoreOf(current), scoreOf(before)];
  const change = score.value === null || previous.value === null ? null : score.value - previous.value;
  return { previous, change, verdict: verdictOf(current.metric, current.counts, before.counts) };
}

/** (completed + partial) / (sent − failed), null when nothing was delivered (areas §5.5). */
function responseRateOf({ sent, failed, responded }: InvitationSums): Dashboard['responseRate'] {
  const delivered = sent - failed;
  return { sent, delivered, responded, value: delivered > 0 ? responded / delivered : null };
}
