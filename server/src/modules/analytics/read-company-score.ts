import { can } from '@escuta/contract/access-policy';
import type { getContactCompanyScore } from '@escuta/contract/analytics';
import type { ContactCompanyId } from '@escuta/contract/ids';
import { metrics } from '@escuta/contract/metrics';
import type { Output } from '@escuta/contract/route';
import { findContactCompany } from '#modules/contacts/index.ts';
import { countScores } from '#modules/responses/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { reachOf } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { lastDays } from './last-days.ts';
import { scoreOf } from './score-summary.ts';
import { sizeOf } from './metrics/metric.ts';

const days = 90;

/**
 * The scores of a company that contacts work for, by the metrics that who works there today answered in the last ninety days: every
 * answer of a metric, pooled. Few answers would tell who gave them: they are hidden as on the dashboard. Refuses NOT_FOUND.
 */
export async function readCompanyScore(
  tx: Transaction,
  scope: Scope,
  id: ContactCompanyId,
  now: Date,
): Promise<Output<(typeof getContactCompanyScore)['definition']['answer']>> {
  const reach = reachOf(scope);
  if (!(await findContactCompany(tx, { ...reach, id }))) throw refuse('NOT_FOUND');
  const period = await lastDays(tx, scope, days, now);
  const readsEach = can(scope.role, 'responses.read');
  const found = await countScores(tx, { ...reach, ...period, contactCompanyId: id });
  const scores = metrics.flatMap((metric) => {
    const counts = found.get(metric);
    return counts ? [{ metric, score: scoreOf({ metric, counts, answered: sizeOf(counts), readsEach }) }] : [];
  });
  return { ...period, scores };
}
