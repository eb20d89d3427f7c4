import type { SealedColumn } from '#platform/crypto/reseal.ts';
import { sealedMails } from '#platform/mail/transactional/sealed-mail.ts';
import { sealedAuthenticatorKeys } from '#modules/access/second-factor/take-code.ts';
import { sealedAccounts } from '#modules/sends/channels/provider-account.ts';

/** Every column of the database that is sealed, so that `reseal.ts` can take it to the key of today. */
export const sealedColumns: readonly SealedColumn[] = [sealedAccounts, sealedAuthenticatorKeys, sealedMails];
