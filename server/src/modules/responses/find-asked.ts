import type { ResponseId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { AnswerLink } from './answer-link.ts';
import type { Asked } from './asked.ts';
import { findInvited } from './origins/invitation.ts';
import { findLinked } from './origins/link.ts';

/**
 * What the holder of a link is asked, or undefined when its message or survey is gone. `responseId` is the response that a
 * visitor of an open link goes on with. Only reads.
 */
export function findAsked(
  tx: Transaction,
  { company, source }: AnswerLink,
  responseId: ResponseId | undefined,
): Promise<Asked | undefined> {
  return source.origin === 'invitation'
    ? findInvited(tx, company.companyId, source)
    : findLinked(tx, company.companyId, { code: source.code, responseId });
}
