import { sql } from 'kysely';
import type {
  BusinessUnitId,
  CompanyId,
  ContactId,
  ImportId,
  ResponseId,
  SurveyId,
  SurveyVersionId,
} from '@escuta/contract/ids';
import { groupOf } from '@escuta/contract/metrics';
import type { Metric } from '@escuta/contract/metrics';
import type { Channel, Language, MessageChannel } from '@escuta/contract/primitives';
import type { ResponseOriginName } from '@escuta/contract/response-filter';
import { newId } from '#platform/crypto/ids.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { dayIn } from '#platform/time/clock.ts';

interface SurveyUnit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly surveyId: SurveyId;
  /** What the survey measures: NPS, unless it is said. */
  readonly metric?: Metric;
}

/** What the counters hold for one day: how many answers gave each score, `{ 10: 3, 0: 1 }`. */
export async function createScoreDay(
  { database }: Pick<AppContext, 'database'>,
  {
    day,
    scores,
    ...unit
  }: SurveyUnit & { day: string; scores: Readonly<Record<number, number>>; comments?: number; channel?: Channel },
): Promise<void> {
  const counts = Array.from({ length: 11 }, (_, score) => scores[score] ?? 0);
  const sum = (weight: (score: number) => number) =>
    counts.reduce((total, count, score) => total + count * weight(score), 0);
  await database.withCompany(unit.companyId, (tx) =>
    sql`
      INSERT INTO metric_daily AS d (company_id, business_unit_id, survey_id, question_key, metric, channel, day, n, sum, sum_sq,
        b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, comments)
      VALUES (${unit.companyId}, ${unit.businessUnitId}, ${unit.surveyId}, 'score', ${unit.metric ?? 'nps'}, ${unit.channel ?? 'email'}, ${day},
        ${sum(() => 1)}, ${sum((score) => score)}, ${sum((score) => score * score)}, ${sql.join(counts)}, ${unit.comments ?? 0})
      ON CONFLICT (company_id, business_unit_id, day, survey_id, question_key, channel) DO UPDATE SET
        n = d.n + excluded.n, sum = d.sum + excluded.sum, sum_sq = d.sum_sq + excluded.sum_sq,
        b0 = d.b0 + excluded.b0, b1 = d.b1 + excluded.b1, b2 = d.b2 + excluded.b2, b3 = d.b3 + excluded.b3,
        b4 = d.b4 + excluded.b4, b5 = d.b5 + excluded.b5, b6 = d.b6 + excluded.b6, b7 = d.b7 + excluded.b7,
        b8 = d.b8 + excluded.b8, b9 = d.b9 + excluded.b9, b10 = d.b10 + excluded.b10, comments = d.comments + excluded.comments
    `.execute(tx),
  );
}

/**
 * A complete answer with its counters; a test, or one that was excluded, counts in none of them. Its day is that of
 * `answeredAt` in the zone.
 */
export async function createAnswer(
  context: Pick<AppContext, 'database'>,
  {
    score,
    answeredAt,
    ...answer
  }: SurveyUnit & {
    versionId: SurveyVersionId;
    score: number | null;
    answeredAt: Date;
    timezone?: string;
    comment?: string | undefined;
    channel?: Channel;
    origin?: ResponseOriginName;
    importId?: ImportId | undefined;
    language?: Language;
    contactId?: ContactId;
    isTest?: boolean;
    excludedReason?: string;
  },
): Promise<{ responseId: ResponseId; day: string }> {
  const { companyId, businessUnitId, surveyId } = answer;
  const responseId = newId<ResponseId>();
  const day = dayIn(answer.timezone ?? 'America/Sao_Paulo', answeredAt);
  const channel = answer.channel ?? 'email';
  const metric = answer.metric ?? 'nps';
  await context.database.withCompany(companyId, (tx) =>
    tx
      .insertInto('responses')
      .values({
        company_id: companyId,
        id: responseId,
        business_unit_id: businessUnitId,
        survey_id: surveyId,
        survey_version_id: answer.versionId,
        contact_id: answer.contactId ?? null,
        channel,
        origin: answer.origin ?? 'invitation',
        import_id: answer.importId ?? null,
        language: answer.language ?? 'pt',
        status: score === null ? 'started' : 'complete',
        last_seq: 2,
        score,
        metric,
        score_group: score === null ? null : groupOf(metric, score),
        comment: answer.comment ?? null,
        day,
        started_at: answeredAt,
        answered_at: answeredAt,
        completed_at: score === null ? null : answeredAt,
        is_test: answer.isTest ?? false,
        excluded_reason: answer.excludedReason ?? null,
      })
      .execute(),
  );
  if (answer.isTest || answer.excludedReason !== undefined || (score === null && !answer.comment))
    return { responseId, day };
  await createScoreDay(context, {
    companyId,
    businessUnitId,
    surveyId,
    day,
    channel,
    metric,
    scores: score === null ? {} : { [score]: 1 },
    comments: answer.comment ? 1 : 0,
  });
  return { responseId, day };
}

/** What went out on one day, and how it ended. */
export async function createInvitationDay(
  { database }: Pick<AppContext, 'database'>,
  day: SurveyUnit & {
    day: string;
    sent: number;
    failed?: number;
    responded?: number;
    completed?: number;
    channel?: MessageChannel;
  },
): Promise<void> {
  await database.withCompany(day.companyId, (tx) =>
    tx
      .insertInto('invitation_daily')
      .values({
        company_id: day.companyId,
        business_unit_id: day.businessUnitId,
        survey_id: day.surveyId,
        channel: day.channel ?? 'email',
        day: day.day,
        sent: day.sent,
        failed: day.failed ?? 0,
        responded: day.responded ?? 0,
        completed: day.completed ?? 0,
      })
      .execute(),
  );
}
