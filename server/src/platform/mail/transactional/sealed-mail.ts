import type { SealedColumn } from '#platform/crypto/reseal.ts';
import type { SealContext } from '#platform/crypto/sealed-text.ts';

/** What a queued mail keeps sealed: everything of it. */
export interface SealedMail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** What a queued mail is sealed for. */
export function sealOf(id: string): SealContext {
  return { purpose: 'queued_mails.sealed', owner: id };
}

/** The mails that wait. */
export const sealedMails: SealedColumn = {
  table: 'queued_mails',
  column: 'sealed',
  key: 'id',
  seal: { of: 'system', context: sealOf },
};
