import { getInsights } from '@escuta/contract/insights';
import { lastThirtyDays } from '#modules/analytics/index.ts';
import { countResponseRows } from '#modules/responses/index.ts';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { reachOf } from '#platform/http/scope.ts';

/** The routes of insights: today what there is to read. */
export function insightsRoutes(app: App, { clock }: AppContext): void {
  implement(
    app,
    getInsights,
  )(({ scope, inCompany }) =>
    inCompany(async (tx) => {
      const commented = { ...reachOf(scope), comment: 'with' } as const;
      const period = await lastThirtyDays(tx, scope, clock.now());
      return {
        ...period,
        comments: await countResponseRows(tx, commented),
        lastThirtyDays: await countResponseRows(tx, { ...commented, ...period }),
      };
    }),
  );
}
