import type { CompanyId } from '@escuta/contract/ids';
import { greetingName } from '@escuta/contract/message-name';
import { metricAsked } from '@escuta/contract/questions/index';
import { mapTexts, usesVariable } from '@escuta/contract/variables';
import { findContactNames } from '#modules/contacts/index.ts';
import { findInvitedItems } from '#modules/sends/index.ts';
import type { InvitedItem, ItemKey } from '#modules/sends/index.ts';
import { findDefinitions, findSurveyVersion } from '#modules/surveys/index.ts';
import type { PublishedSurvey } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { AnswerStore } from '../answer-store.ts';
import type { Answering, AnsweringBatch, StepBy } from '../answering.ts';
import type { Asked } from '../asked.ts';
import { findResponses } from '../response-rows.ts';
import { readTargets } from '../read-targets.ts';

/** What steps from the links of messages touch. A message that is gone is left out. */
export async function readInvitationSteps(
  store: AnswerStore,
  companyId: CompanyId,
  steps: readonly StepBy<'invitation'>[],
): Promise<AnsweringBatch> {
  const { items, stored } = await readTargets(store, companyId, steps);
  const responses = new Map(stored.map((response) => [response.itemId, response]));
  const versionIds = new Set(items.map(({ item }) => item.surveyVersionId));
  const definitions = await findDefinitions(store.within, companyId, [...versionIds]);
  const answering = new Map<string, Answering>();
  for (const { item, surveyStatus, timezone } of items) {
    const definition = definitions.get(item.surveyVersionId);
    if (!definition) continue;
    const { state: before, version } = responses.get(item.itemId) ?? {};
    const { language } = definition;
    const origin = { ...item, origin: 'invitation', language, metric: metricAsked(definition.questions) } as const;
    answering.set(item.itemId, { origin, item, definition, surveyStatus, timezone, before, version, state: before });
  }
  return { answering, taken: new Map(stored.map(({ itemId, state }) => [state.id, itemId ?? ''])) };
}

/** What the receiver of a message is asked, or undefined when the message is gone. Only reads. */
export async function findInvited(
  tx: Transaction,
  companyId: CompanyId,
  { itemsMonth, itemId }: ItemKey,
): Promise<Asked | undefined> {
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  if (!item) return undefined;
  const survey = await findSurveyVersion(tx, { companyId, versionId: item.surveyVersionId });
  if (!survey) return undefined;
  const [stored] = await findResponses(tx, { companyId, itemIds: [itemId], responseIds: [] });
  return { survey, response: stored?.state, name: await nameFor(tx, companyId, item, survey) };
}

/** Looked up only where a text of the page says it. */
async function nameFor(
  tx: Transaction,
  companyId: CompanyId,
  { contactId }: InvitedItem,
  { definition }: PublishedSurvey,
): Promise<string> {
  if (contactId === null || !usesVariable(pageTexts(definition), 'name')) return '';
  const names = await findContactNames(tx, { companyId, ids: [contactId] });
  return greetingName(names.get(contactId) ?? '');
}

function pageTexts(definition: PublishedSurvey['definition']): string[] {
  const texts: string[] = [];
  mapTexts(definition, (text, path) => {
    if (!path.startsWith('email/')) texts.push(text);
    return text;
  });
  return texts;
}
