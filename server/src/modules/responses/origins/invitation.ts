import { fieldValues } from '@escuta/contract/field-variables';
import type { CompanyId, ItemId, ResponseId } from '@escuta/contract/ids';
import { greetingName } from '@escuta/contract/message-name';
import { metricAsked } from '@escuta/contract/questions/index';
import { isOfMessage, textsIn, usesVariable } from '@escuta/contract/variables';
import { findFieldsNamed, findNamedContact } from '#modules/contacts/index.ts';
import { findInvitedItems, readAnswerToken } from '#modules/sends/index.ts';
import type { InvitedItem, ItemKey } from '#modules/sends/index.ts';
import { findDefinitions, findSurveyVersion } from '#modules/surveys/index.ts';
import type { PublishedSurvey } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { AnswerStore } from '../answer-store.ts';
import type { Answering, AnsweringBatch, ResponseKey, Source, StepFrom } from '../answering.ts';
import { nobodyNamed } from '../asked.ts';
import type { Asked } from '../asked.ts';
import { findAnsweredInvitations, isAnonymousOf } from '../anonymous-answers.ts';
import { findBegun, findResponses } from '../response-rows.ts';
import type { BegunResponse } from '../response-rows.ts';
import { readTargets } from '../read-targets.ts';
import type { InvitedNow } from '../read-targets.ts';
import type { LinkedOrigin } from './origin.ts';

/** The message that invited somebody. */
export interface InvitationSource extends Source<'invitation'>, ItemKey {}

/** The link of a message, to one person. One message has one response. */
export const invitation: LinkedOrigin<InvitationSource> = {
  name: 'invitation',
  links: {
    read(secrets, token) {
      const read = readAnswerToken(secrets, token);
      if (!read) return null;
      const { companyKey, itemsMonth, itemId } = read;
      return { companyKey, source: { origin: 'invitation', itemsMonth, itemId } };
    },
    limit: 'link',
    limitKey: ({ itemId }) => itemId,
  },
  page: {
    path: '/r',
    queryAfter: ({ responseId, isAnonymous }) => (isAnonymous ? `?r=${responseId}` : ''),
    messageOf: ({ itemsMonth, itemId }) => ({ itemsMonth, itemId }),
  },
  keyOf: ({ source }) => keyOfItem(source.itemId),
  readSteps: readInvitationSteps,
  findAsked: findInvited,
};

function keyOfItem(itemId: ItemId): ResponseKey<'invitation'> {
  return `invitation/${itemId}`;
}

/** What steps from the links of messages touch. A message that is gone is left out. */
async function readInvitationSteps(
  store: AnswerStore,
  companyId: CompanyId,
  steps: readonly StepFrom<InvitationSource>[],
): Promise<AnsweringBatch<'invitation'>> {
  const { items, stored } = await readTargets(store, companyId, steps);
  const responses = new Map(stored.map((response) => [response.itemId, response]));
  const versionIds = new Set(items.map(({ item }) => item.surveyVersionId));
  const definitions = await findDefinitions(store.within, companyId, [...versionIds]);
  const anonymous = items.filter(({ item }) => definitions.get(item.surveyVersionId)?.anonymous);
  const anonymously = await readAnonymous(store, companyId, { anonymous, steps });
  const answering = new Map<ResponseKey<'invitation'>, Answering<'invitation'>>();
  for (const { item, surveyStatus, timezone } of items) {
    const definition = definitions.get(item.surveyVersionId);
    if (!definition) continue;
    const own = anonymously.get(item.itemId);
    if (own) {
      const now = { definition, surveyStatus, timezone };
      answering.set(keyOfItem(item.itemId), answeringAnonymously(item, now, own));
      continue;
    }
    const { state: before, version } = responses.get(item.itemId) ?? {};
    const { language } = definition;
    const origin = { ...item, origin: 'invitation', language, metric: metricAsked(definition.questions) } as const;
    const key = keyOfItem(item.itemId);
    answering.set(key, {
      origin,
      item,
      definition,
      surveyStatus,
      timezone,
      isHistory: false,
      before,
      version,
      state: before,
    });
  }
  const taken = new Map(stored.map(({ itemId, state }) => [state.id, itemId && keyOfItem(itemId)] as const));
  for (const [itemId, { known }] of anonymously) if (known) taken.set(known.stored.state.id, keyOfItem(itemId));
  return { answering, taken };
}

/** What is known of an anonymous answer: the response that its page goes on with, and whether another one answered the message. */
interface AnonymousAnswer {
  readonly known: BegunResponse | undefined;
  readonly isTaken: boolean;
}

/** By their messages, those to anonymous surveys alone: any other costs nothing here. */
async function readAnonymous(
  store: AnswerStore,
  companyId: CompanyId,
  { anonymous, steps }: { anonymous: readonly InvitedNow[]; steps: readonly StepFrom<InvitationSource>[] },
): Promise<ReadonlyMap<ItemId, AnonymousAnswer>> {
  if (anonymous.length === 0) return new Map();
  const itemIds = anonymous.map(({ item }) => item.itemId);
  const own = Map.groupBy(steps, ({ source }) => source.itemId);
  const responseIds = itemIds.flatMap((itemId) => (own.get(itemId) ?? []).map(({ step }) => step.responseId));
  const { begun, answered } = await store.within(async (tx) => ({
    begun: await findBegun(tx, { companyId, responseIds }),
    answered: await findAnsweredInvitations(tx, companyId, itemIds),
  }));
  return new Map(
    anonymous.map(({ item }) => {
      const [known] = (own.get(item.itemId) ?? [])
        .map(({ step }) => begun.get(step.responseId))
        .filter((each) => isAnonymousOf(each, item));
      return [item.itemId, { known, isTaken: known === undefined && answered.has(item.itemId) }] as const;
    }),
  );
}

function answeringAnonymously(
  item: InvitedItem,
  now: Pick<Answering, 'definition' | 'surveyStatus' | 'timezone'>,
  { known, isTaken }: AnonymousAnswer,
): Answering<'invitation'> {
  const { surveyId, surveyVersionId, businessUnitId, channel } = item;
  const { language, questions } = now.definition;
  const nobody = { itemId: null, sendId: null, contactId: null };
  const metric = metricAsked(questions);
  const origin = {
    origin: 'invitation',
    surveyId,
    surveyVersionId,
    businessUnitId,
    channel,
    language,
    metric,
    ...nobody,
  } as const;
  const { state: before, version } = known?.stored ?? {};
  return { ...now, origin, item, isAnonymous: true, isTaken, isHistory: false, before, version, state: before };
}

/** What the receiver of a message is asked, or undefined when the message is gone. Only reads. */
async function findInvited(
  tx: Transaction,
  companyId: CompanyId,
  { source: { itemsMonth, itemId }, responseId }: { source: InvitationSource; responseId: ResponseId | undefined },
): Promise<Asked | undefined> {
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  if (!item) return undefined;
  const survey = await findSurveyVersion(tx, { companyId, versionId: item.surveyVersionId });
  if (!survey) return undefined;
  if (survey.definition.anonymous) {
    const responseIds = responseId === undefined ? [] : [responseId];
    const known = [...(await findBegun(tx, { companyId, responseIds })).values()].find((each) =>
      isAnonymousOf(each, item),
    );
    const isAnswered = !known && (await findAnsweredInvitations(tx, companyId, [itemId])).has(itemId);
    return { survey, response: known?.stored.state, person: await personFor(tx, companyId, item, survey), isAnswered };
  }
  const [stored] = await findResponses(tx, { companyId, itemIds: [itemId], responseIds: [] });
  return { survey, response: stored?.state, person: await personFor(tx, companyId, item, survey) };
}

/** Looked up only where a text of the page says something of a person. */
async function personFor(
  tx: Transaction,
  companyId: CompanyId,
  { contactId }: InvitedItem,
  { definition }: PublishedSurvey,
): Promise<Asked['person']> {
  if (contactId === null) return nobodyNamed;
  const texts = textsIn(definition, (path) => !isOfMessage(path));
  const fields = await findFieldsNamed(tx, companyId, texts);
  if (fields.length === 0 && !usesVariable(texts, 'name')) return nobodyNamed;
  const contact = await findNamedContact(tx, { companyId, contactId });
  if (!contact) return nobodyNamed;
  return {
    name: greetingName(contact.name),
    fields: fieldValues(fields, contact.customFields, definition.language),
  };
}
