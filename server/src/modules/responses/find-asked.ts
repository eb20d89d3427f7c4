import type { ResponseId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import type { AnswerLink } from './answer-link.ts';
import type { Asked } from './asked.ts';
import { linkedOriginOf } from './origins/origins.ts';

/**
 * What the holder of a link is asked, or undefined when its message or survey is gone. `responseId` is the response that they
 * say they go on with. Only reads.
 */
export function findAsked(
  tx: Transaction,
  { company, source }: AnswerLink,
  responseId: ResponseId | undefined,
): Promise<Asked | undefined> {
  return linkedOriginOf(source).findAsked(tx, company.companyId, { source, responseId });
}
