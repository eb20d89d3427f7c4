import type { Selectable } from 'kysely';
import { isTimezone } from '@escuta/contract/company-settings';
import type { CompanyId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import { companyNameMin } from '@escuta/contract/sign-up';
import { createTrialCompany, openTrial } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { SignUps } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/refusal.ts';
import { findSignUp } from './find-sign-up.ts';
import { verifiedEmail } from './sign-up-token.ts';

type Deps = Pick<AppContext, 'database' | 'clock' | 'config'>;

interface Start {
  readonly token: string;
  readonly companyId: CompanyId;
  readonly email: string;
  readonly language: Language;
  readonly timezone: string;
}

const dayMs = 24 * 3_600_000;
const defaultTimezone = 'America/Sao_Paulo';
/** E.164. */
const phonePattern = /^\+\d{8,15}$/;

/**
 * Makes the company of a sign-up, its first unit and its owner, and starts the trial; answers when that ends. Asked again, it
 * answers the same. Refuses SIGN_UP_INCOMPLETE, and EMAIL_ALREADY_SIGNUP when somebody has become a user meanwhile.
 */
export async function startTrial({ database, clock, config }: Deps, start: Start): Promise<Date> {
  const now = clock.now();
  const found = await database.withSystem(async (tx) => {
    const email = await verifiedEmail(tx, start.token, now);
    return email === start.email ? findSignUp(tx, email) : undefined;
  });
  if (!found || found.company_id !== start.companyId) throw refuse('SIGN_UP_NOT_VERIFIED');
  if (found.trial_expires_at) return found.trial_expires_at;
  if (!isComplete(found)) throw refuse('SIGN_UP_INCOMPLETE');
  await createTrialCompany(database, {
    companyId: found.company_id,
    businessUnitId: found.business_unit_id,
    name: found.company_name,
    language: start.language,
    timezone: isTimezone(start.timezone) ? start.timezone : defaultTimezone,
  });
  const end = new Date(now.getTime() + config.trialDays * dayMs);
  return database.withSystem((tx) => begin(tx, found, { language: start.language, now, end }));
}

/** Everything that makes it real, in one transaction; of two at once the second finds it done. */
async function begin(
  tx: Transaction,
  { email }: Selectable<SignUps>,
  { language, now, end }: { language: Language; now: Date; end: Date },
): Promise<Date> {
  const started = await tx
    .updateTable('sign_ups')
    .set({ started_at: now, trial_expires_at: end, updated_at: now })
    .where('email', '=', email)
    .where('started_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!started) return (await findSignUp(tx, email))?.trial_expires_at ?? end;
  const user = await tx
    .insertInto('users')
    .values({
      id: started.user_id,
      company_id: started.company_id,
      email,
      name: started.name,
      phone: started.phone,
      password_hash: started.password_hash,
      terms_accepted_at: started.terms_accepted_at,
      role: 'own',
      language,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!user) throw refuse('EMAIL_ALREADY_SIGNUP');
  await tx.updateTable('sign_ups').set({ password_hash: null }).where('email', '=', email).execute();
  await openTrial(tx, started.company_id, end);
  return end;
}

function isComplete(row: Selectable<SignUps>): boolean {
  const chosen = [row.password_hash, row.terms_accepted_at, row.interests, row.business_area, row.business_size];
  return (
    row.name !== '' &&
    row.business_position !== '' &&
    phonePattern.test(row.phone) &&
    row.company_name.length >= companyNameMin &&
    chosen.every((value) => value !== null)
  );
}
