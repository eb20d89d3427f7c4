import type { CompanyId, ContactId, ImportId } from '@escuta/contract/ids';
import { metricAsked } from '@escuta/contract/questions/index';
import type { AnswerStore } from '../answer-store.ts';
import type { Answering, AnsweringBatch, ResponseKey, Source, StepFrom } from '../answering.ts';
import type { ImportedSurvey } from '../imported-survey.ts';
import type { Origin } from './origin.ts';

/** A row of a file of answers that were given elsewhere: what is known of it is looked up before. */
export interface ImportSource extends Source<'import'> {
  readonly importId: ImportId;
  readonly survey: ImportedSurvey;
  readonly setsOff: boolean;
  /** Who answered, where the unit knows them. */
  readonly contactId: ContactId | null;
}

/** A file of answers: each row is a response of its own, whole and in the past. */
export const fileImport: Origin<ImportSource> = { name: 'import', keyOf, readSteps };

function keyOf({ source, step }: Pick<StepFrom<ImportSource>, 'source' | 'step'>): ResponseKey<'import'> {
  return `import/${source.importId}/${step.responseId}`;
}

async function readSteps(
  _store: AnswerStore,
  _companyId: CompanyId,
  steps: readonly StepFrom<ImportSource>[],
): Promise<AnsweringBatch<'import'>> {
  return { answering: new Map(steps.map((sent) => [keyOf(sent), answeringOf(sent.source)])), taken: new Map() };
}

/** A survey that asks nobody any more takes what people answered while it did. */
function answeringOf({ importId, survey, setsOff, contactId }: ImportSource): Answering<'import'> {
  const { surveyId, versionId, businessUnitId, definition, timezone } = survey;
  const origin = {
    origin: 'import',
    channel: 'importado',
    surveyId,
    surveyVersionId: versionId,
    businessUnitId,
    itemId: null,
    sendId: null,
    contactId,
    importId,
    language: definition.language,
    metric: metricAsked(definition.questions),
  } as const;
  const nothing = { item: null, before: undefined, version: undefined, state: undefined };
  return { origin, definition, surveyStatus: 'active', timezone, isHistory: !setsOff, ...nothing };
}
