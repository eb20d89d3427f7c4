import type { Updateable } from 'kysely';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import { signUpPasswordLengthMin } from '@escuta/contract/password';
import { campaignKeys } from '@escuta/contract/sign-up';
import type { CampaignKey, SignUpCompany, SignUpUser } from '@escuta/contract/sign-up';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { SignUps } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/refusal.ts';
import { refuseWeakPassword } from '../refuse-weak-password.ts';
import { hashPassword } from '../password.ts';
import { verifiedEmail } from './sign-up-token.ts';

type Deps = Pick<AppContext, 'database' | 'clock'>;
type Optional<Fields> = { readonly [F in keyof Fields]?: Fields[F] | undefined };

export type UserDraft = { readonly token: string; readonly senha?: string | undefined } & Optional<
  Pick<SignUpUser, 'nome' | 'phone' | 'termsofuse' | 'business_position'> & {
    interests: NonNullable<SignUpUser['interests']>;
  } & Record<CampaignKey, string>
>;
export type CompanyDraft = { readonly token: string; readonly email: string } & Optional<{
  nome: string;
  business_area: NonNullable<SignUpCompany['business_area']>;
  business_size: NonNullable<SignUpCompany['business_size']>;
  interests: NonNullable<SignUpCompany['interests']>;
}>;

/**
 * Keeps what somebody types of themselves, as far as it is given, and answers the id of the user to be: that of `id` where one
 * is named, NOT_FOUND where it is somebody else's. The password is kept as a hash; PASSWORD_WEAK refuses one that is tried first.
 */
export async function keepUser({ database, clock }: Deps, draft: UserDraft, id?: UserId): Promise<UserId> {
  const now = clock.now();
  const { token, senha, nome, phone, termsofuse, business_position: position, interests } = draft;
  const email = await database.withSystem((tx) => verifiedEmail(tx, token, now));
  const hash = senha === undefined ? undefined : await hashOf(senha);
  const fields = {
    name: nome,
    phone,
    password_hash: hash,
    terms_accepted_at: termsofuse === undefined ? undefined : termsofuse ? now : null,
    business_position: position,
    interests,
    ...Object.fromEntries(campaignKeys.map((key) => [key, draft[key]])),
  };
  return database.withSystem(async (tx) => {
    const kept = await keep(tx, email, now, fields);
    if (id !== undefined && id !== kept.user_id) throw refuse('NOT_FOUND');
    return kept.user_id;
  });
}

/** Keeps what somebody types of the company, as `keepUser` does. The company itself comes into being when its trial starts. */
export function keepCompany({ database, clock }: Deps, draft: CompanyDraft, id?: CompanyId): Promise<CompanyId> {
  const now = clock.now();
  const { token, nome, business_area: area, business_size: size, interests } = draft;
  return database.withSystem(async (tx) => {
    const email = await verifiedEmail(tx, token, now);
    if (email !== draft.email) throw refuse('SIGN_UP_NOT_VERIFIED');
    const fields = { company_name: nome, business_area: area, business_size: size, interests, has_company: true };
    const kept = await keep(tx, email, now, fields);
    if (id !== undefined && id !== kept.company_id) throw refuse('NOT_FOUND');
    return kept.company_id;
  });
}

async function hashOf(password: string): Promise<string> {
  await refuseWeakPassword(password, signUpPasswordLengthMin);
  return hashPassword(password);
}

/** One row for each e-mail, however often it is made: two first saves at once write the same one. */
async function keep(tx: Transaction, email: string, now: Date, given: Updateable<SignUps>) {
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const ids = { user_id: newId<UserId>(), company_id: newId<CompanyId>() };
  const kept = await tx
    .insertInto('sign_ups')
    .values({ email, ...ids, business_unit_id: newId(), created_at: now, updated_at: now, ...fields })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ ...fields, updated_at: now })
        .where('sign_ups.started_at', 'is', null),
    )
    .returning(['user_id', 'company_id'])
    .executeTakeFirst();
  if (!kept) throw refuse('EMAIL_ALREADY_SIGNUP');
  return kept;
}
