import * as contract from '@escuta/contract/analytics';
import { responsesBehind } from '@escuta/contract/response-filter';
import { listResponseRows } from '#modules/responses/index.ts';
import type { App } from '#platform/http/app.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { implement } from '#platform/http/implement.ts';
import { reachOf } from '#platform/http/scope.ts';
import { presentComment } from './present-comment.ts';
import { readCompanyScore } from './read-company-score.ts';
import { readAnalytics } from './read-analytics.ts';
import { measuredBy, periodOf, readDashboard } from './read-dashboard.ts';

/** The routes of the dashboard. */
export function analyticsRoutes(app: App, { clock }: AppContext): void {
  implement(
    app,
    contract.getDashboard,
  )(({ scope, query, inCompany }) => inCompany((tx) => readDashboard(tx, scope, query, clock.now())));

  implement(
    app,
    contract.getAnalytics,
  )(({ scope, inCompany }) => inCompany((tx) => readAnalytics(tx, scope, clock.now())));

  implement(
    app,
    contract.getContactCompanyScore,
  )(({ scope, params, inCompany }) => inCompany((tx) => readCompanyScore(tx, scope, params.id, clock.now())));

  implement(
    app,
    contract.listComments,
  )(({ scope, query, inCompany }) => {
    const period = periodOf(query);
    return inCompany(async (tx) => {
      // The words stand beside the numbers, so they are of the metric that the numbers are of.
      const { metric } = await measuredBy(tx, scope, query);
      const filter = responsesBehind({ ...query, ...period, metric }, { of: 'comments' });
      const rows = await listResponseRows(tx, {
        ...filter,
        ...reachOf(scope),
        sort: 'newest',
        limit: query.limit,
        page: 1,
      });
      return { data: rows.map((row) => presentComment(row, scope.role)) };
    });
  });
}
