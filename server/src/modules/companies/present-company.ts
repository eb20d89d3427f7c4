import type { Business, Company } from '@escuta/contract/companies';
import type { Selectable } from 'kysely';
import type { BusinessUnits, Companies } from '#platform/db/tables.ts';

/** A company as the wire shows it. */
export function presentCompany(row: Selectable<Companies>): Company {
  return {
    _id: row.id,
    nome: row.name,
    isTrial: row.is_trial,
    trial_expiration_date: row.trial_expires_at?.toISOString() ?? null,
    general_attributes: { allow_beta: row.allow_beta, allow_ticketing: row.allow_ticketing },
    language: row.language,
  };
}

/** A unit as the wire shows it. */
export function presentBusiness(row: Selectable<BusinessUnits>): Business {
  return {
    _id: row.id,
    nome: row.name,
    nps_enabled: row.nps_enabled,
    reviews_enabled: row.reviews_enabled,
    cf_attributes: { cf_surveys: row.surveys_enabled, cf_ai: row.ai_enabled },
    pendingPayment: row.pending_payment,
    stripeCustomer: row.stripe_customer,
    timezone: row.timezone,
  };
}
