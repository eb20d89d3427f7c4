import { getFinances } from '@escuta/contract/billing';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { readFinances } from './read-finances.ts';

/** The routes of plan, usage and money. */
export function billingRoutes(app: App, { clock }: AppContext): void {
  implement(app, getFinances)(({ scope, inCompany }) => inCompany((tx) => readFinances(tx, scope, clock.now())));
}
