import type { SignUpCompany, SignUpUser } from '@escuta/contract/sign-up';
import type { Selectable } from 'kysely';
import type { SignUps } from '#platform/db/tables.ts';

/** A sign-up as the wire shows it to whoever proved its e-mail. The password stays here. */
export function presentSignUp(row: Selectable<SignUps>): SignUpUser {
  return {
    _id: row.user_id,
    email: row.email,
    nome: row.name,
    phone: row.phone,
    termsofuse: row.terms_accepted_at !== null,
    business_position: row.business_position,
    interests: row.interests,
    active: row.started_at !== null,
    role: 'own',
    _empresa: row.has_company ? presentCompany(row) : null,
  };
}

function presentCompany(row: Selectable<SignUps>): SignUpCompany {
  return {
    _id: row.company_id,
    nome: row.company_name,
    business_area: row.business_area,
    business_size: row.business_size,
    interests: row.interests,
    email: row.email,
    trial_expiration_date: row.trial_expires_at?.toISOString() ?? null,
  };
}
