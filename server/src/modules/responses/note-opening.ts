import { findInvitedItems, noteOpened } from '#modules/sends/index.ts';
import { findDefinitions } from '#modules/surveys/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { AnswerLink } from './answer-link.ts';
import { linkedOriginOf } from './origins/origins.ts';

/**
 * Keeps that the receiver of a message has opened its survey. An open link is nobody's, and of an anonymous survey nothing is kept
 * but that the message was answered (decision 0058).
 */
export async function noteOpening(database: Database, { company, source }: AnswerLink, at: Date): Promise<void> {
  const { companyId, active } = company;
  const message = linkedOriginOf(source).page.messageOf(source);
  if (!message || !active) return;
  await database.withCompany(companyId, async (tx) => {
    const [item] = await findInvitedItems(tx, { companyId, items: [message] });
    if (!item) return;
    const definitions = await findDefinitions((work) => work(tx), companyId, [item.surveyVersionId]);
    const definition = definitions.get(item.surveyVersionId);
    if (definition && !definition.anonymous) await noteOpened(tx, { companyId, item, at });
  });
}
