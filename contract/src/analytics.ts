import { z } from 'zod';
import { ContactCompanyId, ContactId, ResponseId, SurveyId } from './ids.ts';
import { figureNames, intervalMethods } from './metrics.ts';
import { byId, channel, day, instant } from './primitives.ts';
import { ResponseFilter, responseOrigin } from './response-filter.ts';
import { commentHidden, listTotal } from './response-list.ts';
import { route } from './route.ts';
import { metric, scoreGroup } from './surveys.ts';

/**
 * The part of the response filter that the counters of the days know. Scores of one metric stand together, never of two; left
 * out, it is the one with most answers.
 */
export const DashboardFilter = ResponseFilter.pick({ surveyId: true, channel: true, metric: true }).extend({
  from: day,
  to: day,
});
export type DashboardFilter = z.infer<typeof DashboardFilter>;

/**
 * How far the answers carry: `small` below 30 is marked, `hidden` below 5 keeps who answered from roles that may not
 * identify people (areas §5.4).
 */
export const sampleSizes = ['none', 'hidden', 'small', 'enough'] as const;
export const sampleSize = z.enum(sampleSizes);
export type SampleSize = z.infer<typeof sampleSize>;

/** The value of a metric with its 95 % interval. Both are null when there is no answer, or too few to say or to show. */
const Estimate = z.object({
  value: z.number().nullable(),
  lo: z.number().nullable(),
  hi: z.number().nullable(),
});

/** What the answers of some days say. A hidden sample has neither value nor groups. */
export const Score = Estimate.extend({
  n: z.number().int(),
  sample: sampleSize,
  /** How many answers fell into each group. */
  groups: z.record(scoreGroup, z.number().int()),
  /** How the interval was computed; null where there is none. */
  method: z.enum(intervalMethods).nullable(),
});
export type Score = z.infer<typeof Score>;

export const TrendPoint = z.object({ start: day, end: day, score: Score });
export type TrendPoint = z.infer<typeof TrendPoint>;

/**
 * The period of equal length before, on the same weekdays when it has up to 31 days. `verdict` says that the score rose
 * or fell only when the difference test passes and both periods hold at least 30 answers.
 */
export const Comparison = z.object({
  previous: Score,
  from: day,
  to: day,
  change: z.number().nullable(),
  verdict: z.enum(['rose', 'fell', 'steady', 'too_few']),
});
export type Comparison = z.infer<typeof Comparison>;

export const Dashboard = z.object({
  metric,
  /** What the published surveys of the filter measure: what `metric` may be. */
  metrics: z.array(metric),
  score: Score,
  /** What else the same answers say: a share from 0 to 100, or the mean. Empty when the sample is hidden. */
  figures: z.array(Estimate.extend({ name: z.enum(figureNames) })),
  comparison: Comparison,
  /** How many answers gave each score of the metric, from its lowest up; zeros when the sample is hidden. */
  distribution: z.array(z.number().int()),
  trend: z.object({ step: z.enum(['day', 'week', 'month']), points: z.array(TrendPoint) }),
  /** Answers over messages delivered, of the sends of the period (areas §5.5). */
  responseRate: z.object({
    sent: z.number().int(),
    delivered: z.number().int(),
    responded: z.number().int(),
    value: z.number().nullable(),
  }),
  comments: z.number().int(),
  timezone: z.string(),
  updatedAt: instant,
});
export type Dashboard = z.infer<typeof Dashboard>;

export const getDashboard = route('GET /dashboard', {
  summary: 'Score, interval, distribution, trend and response rate of the unit',
  permission: 'dashboard.read',
  query: DashboardFilter,
  answer: Dashboard,
});

export const Comment = z.object({
  _id: ResponseId,
  metric: metric.nullable(),
  score: z.number().int().nullable(),
  score_group: scoreGroup.nullable(),
  /** Null where it is masked. */
  comment: z.string().nullable(),
  comment_hidden: commentHidden,
  answered_at: instant,
  channel,
  origin: responseOrigin,
  /** As of a listed response. */
  anonymous: z.boolean(),
  survey: z.object({ _id: SurveyId, title: z.string() }),
  customer: z.object({ _id: ContactId, name: z.string(), anonymized: z.literal(true).optional() }).nullable(),
});
export type Comment = z.infer<typeof Comment>;

export const listComments = route('GET /dashboard/comments', {
  summary: 'The last comments, newest first',
  permission: 'comments.read',
  query: DashboardFilter.extend({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
  answer: z.object({ data: z.array(Comment) }),
});

export const getAnalytics = route('GET /analytics', {
  summary: 'What was answered in the unit in the last thirty days',
  permission: 'analytics.read',
  answer: z.object({
    from: day,
    to: day,
    responses: listTotal,
    scored: listTotal,
    commented: listTotal,
  }),
});

export const getContactCompanyScore = route('GET /contact-companies/:id/score', {
  summary:
    'The scores of a company that contacts work for, one for each metric that they answered in the last ninety days, all answers together',
  permission: 'contacts.read',
  params: byId(ContactCompanyId),
  /** In the order in which metrics are offered; none where nobody has answered. */
  answer: z.object({ from: day, to: day, scores: z.array(z.object({ metric, score: Score })) }),
});
