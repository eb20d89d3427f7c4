import { switchesByLocation } from '@escuta/contract/access-policy';
import type { Business, Company } from '@escuta/contract/companies';
import type { Selectable } from 'kysely';
import type { Config } from '#platform/config/config.ts';
import type { BusinessUnits, Companies } from '#platform/db/tables.ts';
import { logoAddress } from './logo.ts';
import { readSwitches } from './switch-columns.ts';

/** A company as the wire shows it, with what the configuration says of it. */
export function presentCompany(
  row: Selectable<Companies>,
  { modalImportCompanies }: Pick<Config, 'modalImportCompanies'>,
): Company {
  return {
    _id: row.id,
    nome: row.name,
    isTrial: row.is_trial,
    trial_expiration_date: row.trial_expires_at?.toISOString() ?? null,
    general_attributes: {
      allow_beta: row.allow_beta,
      ...readSwitches(switchesByLocation.general_attributes, row),
      ...(modalImportCompanies.has(row.id) && { imports_in_modal: true }),
    },
    language: row.language,
    logo: row.logo_key === null ? null : logoAddress(row.logo_key),
  };
}

/** A unit as the wire shows it. */
export function presentBusiness(row: Selectable<BusinessUnits>): Business {
  return {
    _id: row.id,
    nome: row.name,
    ...readSwitches(switchesByLocation.unit, row),
    cf_attributes: readSwitches(switchesByLocation.cf_attributes, row),
    pendingPayment: row.pending_payment,
    stripeCustomer: row.stripe_customer,
    timezone: row.timezone,
  };
}
