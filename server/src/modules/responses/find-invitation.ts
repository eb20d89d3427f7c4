import { greetingName } from '@escuta/contract/message-name';
import { mapTexts, usesVariable } from '@escuta/contract/variables';
import { findCompanyByLinkKey } from '#modules/companies/index.ts';
import type { LinkedCompany } from '#modules/companies/index.ts';
import { findContactNames } from '#modules/contacts/index.ts';
import { findInvitedItems, readAnswerToken } from '#modules/sends/index.ts';
import type { InvitedItem, ItemKey } from '#modules/sends/index.ts';
import { findSurveyVersion } from '#modules/surveys/index.ts';
import type { PublishedSurvey } from '#modules/surveys/index.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { findResponses } from './response-rows.ts';
import type { ResponseState } from './response.ts';

/** What an answer link names: a company and one of its messages. */
export interface Link extends ItemKey {
  readonly token: string;
  readonly company: LinkedCompany;
}

/** Reads an answer link, or undefined when it is not one of ours. Opens a transaction of its own at most. */
export async function readLink(
  { database, secrets }: { database: Database; secrets: Secrets },
  token: string,
): Promise<Link | undefined> {
  const target = readAnswerToken(secrets, token);
  const company = target ? await findCompanyByLinkKey(database, target.companyKey) : undefined;
  return target && company ? { token, company, itemsMonth: target.itemsMonth, itemId: target.itemId } : undefined;
}

/** Somebody was invited to answer a survey: the message, the survey as it was sent, and what was answered so far. `name` is
 * the first name that its texts greet them with; empty when there is none, or when they name nobody.
 */
export interface Invitation {
  readonly item: InvitedItem;
  readonly survey: PublishedSurvey;
  readonly response: ResponseState | undefined;
  readonly name: string;
}

/** The invitation behind a link, or undefined when its message is gone. Only reads. */
export async function findInvitation(
  tx: Transaction,
  { company, itemsMonth, itemId }: Link,
): Promise<Invitation | undefined> {
  const { companyId } = company;
  const [item] = await findInvitedItems(tx, { companyId, items: [{ itemsMonth, itemId }] });
  if (!item) return undefined;
  const survey = await findSurveyVersion(tx, { companyId, versionId: item.surveyVersionId });
  if (!survey) return undefined;
  const [stored] = await findResponses(tx, { companyId, itemIds: [itemId], responseIds: [], lock: false });
  return { item, survey, response: stored?.state, name: await nameFor(tx, companyId, item, survey) };
}

/** Looked up only where a text of the page says it. */
async function nameFor(
  tx: Transaction,
  companyId: string,
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
