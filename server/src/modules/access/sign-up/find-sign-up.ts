import type { Transaction } from '#platform/db/database.ts';

/** What was typed under an e-mail. */
export function findSignUp(tx: Transaction, email: string) {
  return tx.selectFrom('sign_ups').selectAll().where('email', '=', email).executeTakeFirst();
}
