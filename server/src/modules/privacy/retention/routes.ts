import * as contract from '@escuta/contract/retention';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { retentionClasses } from './classes.ts';
import { changeRule, forgottenBefore, listRules } from './rules.ts';

/** The routes of what a company forgets by age. */
export function retentionRoutes(app: App, { clock }: AppContext): void {
  implement(
    app,
    contract.listRetentionRules,
  )(({ scope, inCompany }) => inCompany(async (tx) => ({ data: await listRules(tx, scope.companyId) })));

  implement(
    app,
    contract.changeRetentionRule,
  )(({ scope, body, inCompany }) =>
    inCompany(async (tx) => {
      await changeRule(tx, scope, body, clock.now());
      return { data: await listRules(tx, scope.companyId) };
    }),
  );

  implement(
    app,
    contract.rehearseRetentionRule,
  )(({ scope, query: { kind, days }, inCompany }) => {
    const before = forgottenBefore(days, clock.now());
    return inCompany(async (tx) => ({
      before: before.toISOString(),
      rows: await retentionClasses[kind].count(tx, { companyId: scope.companyId, before }),
    }));
  });
}
