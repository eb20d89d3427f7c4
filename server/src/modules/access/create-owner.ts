import type { CompanyId, UserId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { hashPassword } from './password.ts';

/** Whether somebody signs in with this address already. */
export async function isEmailTaken(tx: Transaction, email: string): Promise<boolean> {
  const user = await tx.selectFrom('users').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();
  return user !== undefined;
}

/** The first user of a company: its owner, who may do everything in it. */
export async function createOwner(
  database: Database,
  { companyId, name, email, password }: { companyId: CompanyId; name: string; email: string; password: string },
): Promise<string> {
  const id = newId<UserId>();
  const owner = { id, company_id: companyId, name, email: email.toLowerCase(), role: 'own' as const };
  const password_hash = await hashPassword(password);
  await database.withSystem((tx) =>
    tx
      .insertInto('users')
      .values({ ...owner, password_hash })
      .execute(),
  );
  return id;
}
