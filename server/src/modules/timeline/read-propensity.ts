import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import { propensity } from '@escuta/contract/timeline';
import { countAnsweredMessages } from '#modules/responses/index.ts';
import { walkContactMessages } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Of the last messages that reached a contact, how many there were and how many brought an answer. */
export async function readPropensity(
  tx: Transaction,
  contact: { companyId: CompanyId; businessUnitId: BusinessUnitId; contactId: ContactId },
  now: Date,
): Promise<{ received: number; answered: number }> {
  const since = now.getTime() - propensity.days * dayMs;
  // Held back and failed ones among them reached nobody.
  const messages = await walkContactMessages(tx, { ...contact, limit: 5 * propensity.messagesMax });
  const received = messages
    .filter(({ outcome, at }) => outcome === 'sent' && at.getTime() >= since)
    .slice(0, propensity.messagesMax);
  const answered = await countAnsweredMessages(tx, { ...contact, itemIds: received.map(({ id }) => id) });
  return { received: received.length, answered };
}
