import type { CompanyId, ResponseId } from '@escuta/contract/ids';
import { metricAsked } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { findDefinitions, findLinkedSurveys, findSurveyVersion, readLinkSlug } from '#modules/surveys/index.ts';
import type { LinkedSurvey } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { AnswerStore } from '../answer-store.ts';
import type { Answering, AnsweringBatch, ResponseKey, Source, StepFrom } from '../answering.ts';
import { nobodyNamed } from '../asked.ts';
import type { Asked } from '../asked.ts';
import { findBegun } from '../response-rows.ts';
import type { BegunResponse } from '../response-rows.ts';
import type { LinkedOrigin } from './origin.ts';

/** The open link of a survey, by its code. */
export interface LinkSource extends Source<'link'> {
  readonly code: string;
}

/** The open link of a survey: whoever has it answers, and each visitor is a response. */
export const link: LinkedOrigin<LinkSource> = {
  name: 'link',
  links: {
    read(secrets, token) {
      const read = readLinkSlug(secrets, token);
      return read && { companyKey: read.companyKey, source: { origin: 'link', code: read.code } };
    },
    limit: 'open-link',
    limitKey: ({ code }) => code,
  },
  page: {
    path: '/s',
    queryAfter: ({ responseId }) => `?r=${responseId}`,
    messageOf: () => null,
  },
  keyOf,
  readSteps: readLinkSteps,
  findAsked: findLinked,
};

function keyOf({ source, step }: Pick<StepFrom<LinkSource>, 'source' | 'step'>): ResponseKey<'link'> {
  return `link/${source.code}/${step.responseId}`;
}

/**
 * What steps from open links touch. A response goes on with the version that it began with. A link that no survey has is left
 * out, and so is a response that belongs elsewhere: its id is in use.
 */
async function readLinkSteps(
  store: AnswerStore,
  companyId: CompanyId,
  steps: readonly StepFrom<LinkSource>[],
): Promise<AnsweringBatch<'link'>> {
  const responseIds = steps.map(({ step }) => step.responseId);
  const { surveys, begun } = await store.within(async (tx) => ({
    surveys: await findLinkedSurveys(tx, { companyId, codes: steps.map(({ source }) => source.code) }),
    begun: await findBegun(tx, { companyId, responseIds }),
  }));
  const byCode = new Map(surveys.map((survey) => [survey.code, survey]));
  const taken = new Map<string, ResponseKey<'link'> | null>();
  const found = steps.flatMap((sent) => {
    const survey = byCode.get(sent.source.code);
    const known = begun.get(sent.step.responseId);
    const isOwn = belongsTo(known, survey);
    if (known) taken.set(sent.step.responseId, isOwn ? keyOf(sent) : null);
    return survey ? [{ key: keyOf(sent), survey, known: isOwn ? known : undefined }] : [];
  });
  const versionIds = new Set(found.map(({ survey, known }) => known?.versionId ?? survey.versionId));
  const definitions = await findDefinitions(store.within, companyId, [...versionIds]);
  const answering = new Map(
    found.flatMap(({ key, survey, known }) => {
      const made = answeringOf(survey, known, definitions);
      return made ? [[key, made] as const] : [];
    }),
  );
  return { answering, taken };
}

function answeringOf(
  { surveyId, businessUnitId, versionId, status, timezone }: LinkedSurvey,
  known: BegunResponse | undefined,
  definitions: ReadonlyMap<string, SurveyDefinition>,
): Answering<'link'> | undefined {
  const surveyVersionId = known?.versionId ?? versionId;
  const definition = definitions.get(surveyVersionId);
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
  const { state: before, version } = known?.stored ?? {};
  return {
    origin,
    item: null,
    definition,
    surveyStatus: status,
    timezone,
    isHistory: false,
    before,
    version,
    state: before,
  };
}

/**
 * What the visitor of an open link is asked, or undefined when no survey has it: as it was put to them when they go on with a
 * response of their own. Only reads.
 */
async function findLinked(
  tx: Transaction,
  companyId: CompanyId,
  { source: { code }, responseId }: { source: LinkSource; responseId: ResponseId | undefined },
): Promise<Asked | undefined> {
  const [linked] = await findLinkedSurveys(tx, { companyId, codes: [code] });
  if (!linked) return undefined;
  const responseIds = responseId === undefined ? [] : [responseId];
  const [known] = (await findBegun(tx, { companyId, responseIds })).values();
  const own = belongsTo(known, linked) ? known : undefined;
  const survey = await findSurveyVersion(tx, { companyId, versionId: own?.versionId ?? linked.versionId });
  return survey && { survey: { ...survey, status: linked.status }, response: own?.stored.state, person: nobodyNamed };
}

function belongsTo(known: BegunResponse | undefined, survey: LinkedSurvey | undefined): known is BegunResponse {
  return known?.origin === 'link' && known.surveyId === survey?.surveyId;
}
