import { getFinances, openPaymentPortal as portalRoute } from '@escuta/contract/billing';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { openPaymentPortal } from './open-payment-portal.ts';
import { readFinances } from './read-finances.ts';

/** The routes of plan, usage and money. */
export function billingRoutes(app: App, context: AppContext): void {
  const { clock } = context;
  implement(app, getFinances)(({ scope, inCompany }) => inCompany((tx) => readFinances(tx, scope, clock.now())));
  implement(app, portalRoute)(({ scope, params }) => openPaymentPortal(context, scope, params.id));
}
