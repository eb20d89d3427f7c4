import { metricAsked } from '@escuta/contract/questions/index';
import { findDefinition, findLinkedSurveys, findSurveyVersion } from '#modules/surveys/index.ts';
import type { LinkedSurvey } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { responseKey } from '../answering.ts';
import type { Answering, AnsweringBatch, StepBy } from '../answering.ts';
import type { Asked } from '../asked.ts';
import { findResponses } from '../response-rows.ts';
import type { ResponseState } from '../response.ts';

/**
 * What steps from open links touch; the responses that exist are locked. A response goes on with the version that it began
 * with. A link that no survey has is left out, and so is a response that belongs elsewhere: its id is in use.
 */
export async function readLinkSteps(
  tx: Transaction,
  companyId: string,
  steps: readonly StepBy<'link'>[],
): Promise<AnsweringBatch> {
  const surveys = await findLinkedSurveys(tx, { companyId, codes: steps.map(({ way }) => way.code) });
  const byCode = new Map(surveys.map((survey) => [survey.code, survey]));
  const responseIds = steps.map(({ step }) => step.responseId);
  const begun = await readBegun(tx, { companyId, responseIds, lock: true });
  const answering = new Map<string, Answering>();
  const taken = new Map<string, string>();
  for (const sent of steps) {
    const survey = byCode.get(sent.way.code);
    const known = begun.get(sent.step.responseId);
    const isOwn = belongsTo(known, survey);
    if (known) taken.set(sent.step.responseId, isOwn ? responseKey(sent) : '');
    const made = survey && (await answeringOf(tx, companyId, survey, isOwn ? known : undefined));
    if (made) answering.set(responseKey(sent), made);
  }
  return { answering, taken };
}

/** A response that was begun, and what it belongs to. */
export interface BegunResponse {
  readonly origin: string;
  readonly surveyId: string;
  readonly versionId: string;
  readonly state: ResponseState;
}

/** The responses with some ids, by whatever way in they came. */
async function readBegun(
  tx: Transaction,
  { companyId, ...wanted }: { companyId: string; responseIds: readonly string[]; lock: boolean },
): Promise<ReadonlyMap<string, BegunResponse>> {
  const stored = await findResponses(tx, { companyId, itemIds: [], ...wanted });
  if (stored.length === 0) return new Map();
  const states = new Map(stored.map(({ state }) => [state.id, state]));
  const rows = await tx
    .selectFrom('responses')
    .select(['id', 'origin', 'survey_id as surveyId', 'survey_version_id as versionId'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...states.keys()])
    .execute();
  return new Map(
    rows.flatMap(({ id, ...row }) => {
      const state = states.get(id);
      return state ? [[id, { ...row, state }] as const] : [];
    }),
  );
}

async function answeringOf(
  tx: Transaction,
  companyId: string,
  { surveyId, businessUnitId, versionId, status, timezone }: LinkedSurvey,
  known: BegunResponse | undefined,
): Promise<Answering | undefined> {
  const surveyVersionId = known?.versionId ?? versionId;
  const definition = await findDefinition(tx, { companyId, versionId: surveyVersionId });
  if (!definition) return undefined;
  const origin = {
    origin: 'link',
    channel: 'link',
    surveyId,
    surveyVersionId,
    businessUnitId,
    itemId: null,
    sendId: null,
    contactId: null,
    language: definition.language,
    metric: metricAsked(definition.questions),
  } as const;
  const before = known?.state;
  return { origin, item: null, definition, surveyStatus: status, timezone, before, state: before };
}

/**
 * What the visitor of an open link is asked, or undefined when no survey has it: as it was put to them when they go on with a
 * response of their own. Only reads.
 */
export async function findLinked(
  tx: Transaction,
  companyId: string,
  { code, responseId }: { code: string; responseId: string | undefined },
): Promise<Asked | undefined> {
  const [linked] = await findLinkedSurveys(tx, { companyId, codes: [code] });
  if (!linked) return undefined;
  const responseIds = responseId === undefined ? [] : [responseId];
  const known = (await readBegun(tx, { companyId, responseIds, lock: false })).get(responseId ?? '');
  const own = belongsTo(known, linked) ? known : undefined;
  const survey = await findSurveyVersion(tx, { companyId, versionId: own?.versionId ?? linked.versionId });
  return survey && { survey: { ...survey, status: linked.status }, response: own?.state, name: '' };
}

function belongsTo(known: BegunResponse | undefined, survey: LinkedSurvey | undefined): known is BegunResponse {
  return known?.origin === 'link' && known.surveyId === survey?.surveyId;
}
