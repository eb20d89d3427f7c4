import type { CompanyId, ItemId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { BegunResponse } from './response-rows.ts';
import type { ResponseState } from './response.ts';

/*
 * An answer to an anonymous survey holds nothing that leads back to its message. The message knows that it was answered, once
 * the answer is complete; until then only the page that gave it knows the id of the response, and nothing of it counts.
 */

/** Which of some messages were answered anonymously. */
export async function findAnsweredInvitations(
  tx: Transaction,
  companyId: CompanyId,
  itemIds: readonly ItemId[],
): Promise<ReadonlySet<ItemId>> {
  if (itemIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('answered_invitations')
    .select('item_id')
    .where('company_id', '=', companyId)
    .where('item_id', 'in', [...itemIds])
    .execute();
  return new Set(rows.map(({ item_id: id }) => id));
}

/** Somebody answered the message meanwhile, on another device: the same as any write that was in between. */
class AnsweredMeanwhile extends Error {
  readonly code = '40001';
}

/** Notes that messages were answered anonymously. */
export async function markAnsweredInvitations(
  tx: Transaction,
  companyId: CompanyId,
  itemIds: readonly ItemId[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const written = await tx
    .insertInto('answered_invitations')
    .values([...itemIds].sort().map((id) => ({ company_id: companyId, item_id: id })))
    .onConflict((taken) => taken.doNothing())
    .returning('item_id')
    .execute();
  if (written.length < itemIds.length) throw new AnsweredMeanwhile('a message was answered meanwhile');
}

/** Whether a response was begun by a message to this survey that nobody knows. */
export function isAnonymousOf(
  known: BegunResponse | undefined,
  { surveyId }: Pick<BegunResponse, 'surveyId'>,
): known is BegunResponse {
  return known?.origin === 'invitation' && known.stored.itemId === null && known.surveyId === surveyId;
}

/** A response that nobody could find again, should it stay unfinished: it says nothing that counts until it is complete. */
export function untoldUntilComplete(state: ResponseState): ResponseState {
  return state.status === 'complete' ? state : { ...state, status: 'started', score: null, comment: null };
}
