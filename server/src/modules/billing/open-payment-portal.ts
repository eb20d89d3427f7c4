import type { BusinessUnitId } from '@escuta/contract/ids';
import { listBusinessUnits } from '#modules/companies/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { openPortal } from '#platform/payments/portal.ts';

/**
 * Where what a unit pays is looked after. Refuses NOT_FOUND for a unit that is not the user's, PAYMENT_PORTAL_NOT_CONFIGURED
 * where there is no provider or the unit is no customer of it, PAYMENT_PORTAL_AWAY where the provider does not answer.
 */
export async function openPaymentPortal(
  { config, database, log }: Pick<AppContext, 'config' | 'database' | 'log'>,
  { companyId, businessUnitIds }: Pick<Scope, 'companyId' | 'businessUnitIds'>,
  id: BusinessUnitId,
): Promise<{ url: string }> {
  const units = await database.withCompany(companyId, (tx) => listBusinessUnits(tx, companyId, businessUnitIds));
  const unit = units.find((each) => each.id === id);
  if (!unit) throw refuse('NOT_FOUND');
  if (!config.payments || !unit.stripe_customer) throw refuse('PAYMENT_PORTAL_NOT_CONFIGURED');
  const asked = { customer: unit.stripe_customer, returnUrl: `${config.publicUrl}/settings/finances` };
  try {
    return { url: await openPortal(config.payments, asked) };
  } catch (error) {
    log.warn({ err: error, companyId }, 'the provider of payments opened no portal');
    throw refuse('PAYMENT_PORTAL_AWAY');
  }
}
