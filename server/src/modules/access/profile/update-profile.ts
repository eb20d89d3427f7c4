import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { readPhone } from './phone.ts';

interface Profile {
  readonly nome: string;
  readonly phone: string | null;
  readonly shortcuts_off?: boolean | undefined;
}

/** Changes what users say of themselves. A phone without a country is Brazilian. */
export async function updateProfile(
  { database }: Pick<AppContext, 'database'>,
  { userId }: Scope,
  { nome, phone: typed, shortcuts_off }: Profile,
): Promise<void> {
  const phone = typed ? readPhone(typed) : null;
  if (phone === undefined) throw refuse('PHONE_NOT_VALID');
  await database.withSystem((tx) =>
    tx
      .updateTable('users')
      .set({ name: nome, phone, ...(shortcuts_off === undefined ? {} : { shortcuts_off }) })
      .where('id', '=', userId)
      .execute(),
  );
}
