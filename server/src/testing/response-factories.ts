import type { BusinessUnitId, CompanyId, ResponseId, SurveyId, SurveyVersionId } from '@escuta/contract/ids';
import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';
import { itemState, makeAnswerToken } from '#modules/sends/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { createCompany, createContact } from './factories.ts';
import { createItemRow, createPublishedSurvey, createSendRow } from './send-factories.ts';

/** A company with a survey that went out, and the links of `count` messages, delivered unless `state` says otherwise. */
export async function createInvitations(
  context: AppContext,
  {
    count = 1,
    state = itemState.accepted,
    ...changes
  }: {
    count?: number;
    state?: number;
    status?: Survey['status'];
    timezone?: string;
    executedAt?: Date;
    definition?: SurveyDefinition;
  } = {},
) {
  const { companyId, businessUnitId } = await createCompany(
    context,
    changes.timezone ? { timezone: changes.timezone } : {},
  );
  const company = { companyId, businessUnitId };
  const survey = await createPublishedSurvey(context, {
    ...company,
    ...(changes.status ? { status: changes.status } : {}),
    ...(changes.definition ? { definition: changes.definition } : {}),
  });
  const sent = await createSentInvitations(context, {
    ...company,
    ...survey,
    count,
    state,
    ...(changes.executedAt ? { executedAt: changes.executedAt } : {}),
  });
  return { ...company, ...survey, ...sent };
}

/** The links of `count` messages of a survey that is there, delivered unless `state` says otherwise. */
export async function createSentInvitations(
  context: AppContext,
  {
    count = 1,
    state = itemState.accepted,
    executedAt = context.clock.now(),
    ...survey
  }: {
    companyId: CompanyId;
    businessUnitId: BusinessUnitId;
    surveyId: SurveyId;
    versionId: SurveyVersionId;
    count?: number;
    state?: number;
    executedAt?: Date;
    itemsMonth?: string;
  },
) {
  const { companyId, businessUnitId } = survey;
  const company = { companyId, businessUnitId };
  const send = await createSendRow(context, { ...survey, total: count });
  const linkKey = await linkKeyOf(context, companyId);
  const links = [];
  for (let made = 0; made < count; made += 1) {
    const contact = await createContact(context, company);
    const itemId = await createItemRow(context, { ...company, ...send, contactId: contact.id, state, executedAt });
    const token = makeAnswerToken(context.secrets, { companyKey: linkKey, itemsMonth: send.itemsMonth, itemId });
    links.push({ token, itemId, contact, responseId: newId<ResponseId>() });
  }
  const [link] = links;
  if (!link) throw new Error('at least one invitation');
  return { ...send, ...link, links };
}

async function linkKeyOf({ database }: AppContext, companyId: CompanyId): Promise<number> {
  const company = await database.withCompany(companyId, (tx) =>
    tx.selectFrom('companies').select('link_key').where('id', '=', companyId).executeTakeFirstOrThrow(),
  );
  return Number(company.link_key);
}

/** Everything that answers have left in a company: responses, answers, and each counter beside its recount. */
export async function answersLeft({ database }: AppContext, companyId: CompanyId) {
  return database.withCompany(companyId, async (tx) => {
    const responses = await tx
      .selectFrom('responses')
      .selectAll()
      .where('company_id', '=', companyId)
      .orderBy('item_id')
      .execute();
    const answers = await tx
      .selectFrom('answers')
      .select(['response_id', 'question_key', 'seq', 'number', 'text'])
      .where('company_id', '=', companyId)
      .orderBy('response_id')
      .orderBy('question_key')
      .execute();
    const metrics = await tx
      .selectFrom('metric_daily')
      .selectAll()
      .where('company_id', '=', companyId)
      .orderBy('day')
      .execute();
    const invitations = await tx
      .selectFrom('invitation_daily')
      .selectAll()
      .where('company_id', '=', companyId)
      .execute();
    const surveys = await tx
      .selectFrom('surveys')
      .select(['id', 'responses'])
      .where('company_id', '=', companyId)
      .execute();
    const evidence = await tx
      .selectFrom('send_evidence')
      .select(['item_id', 'kind'])
      .where('company_id', '=', companyId)
      .execute();
    return { responses, answers, metrics, invitations, surveys, evidence };
  });
}

type Left = Awaited<ReturnType<typeof answersLeft>>;

/** What the counters of the days must say, counted again from the responses. */
export function recount(responses: Left['responses']): Record<string, Record<string, number>> {
  const days: Record<string, Record<string, number>> = {};
  for (const { day, score, comment, excluded_reason: excluded, is_test: isTest } of responses) {
    if (excluded !== null || isTest || (score === null && comment === null)) continue;
    const counts = (days[day] ??= { n: 0, sum: 0, sum_sq: 0, comments: 0 });
    counts['comments'] = (counts['comments'] ?? 0) + (comment === null ? 0 : 1);
    if (score === null) continue;
    counts['n'] = (counts['n'] ?? 0) + 1;
    counts['sum'] = (counts['sum'] ?? 0) + score;
    counts['sum_sq'] = (counts['sum_sq'] ?? 0) + score * score;
    counts[`b${score}`] = (counts[`b${score}`] ?? 0) + 1;
  }
  return days;
}

/** The counters of the days as they are kept, without their zeros, summed over everything but the day. */
export function keptCounts(metrics: Left['metrics']): Record<string, Record<string, number>> {
  const days: Record<string, Record<string, number>> = {};
  for (const {
    company_id: _c,
    business_unit_id: _u,
    survey_id: _s,
    question_key: _q,
    metric: _m,
    channel: _ch,
    day,
    ...counts
  } of metrics) {
    const kept = (days[day] ??= { n: 0, sum: 0, sum_sq: 0, comments: 0 });
    for (const [name, value] of Object.entries(counts)) if (value !== 0) kept[name] = (kept[name] ?? 0) + Number(value);
  }
  return days;
}
