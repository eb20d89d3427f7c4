import { can } from '@escuta/contract/access-policy';
import type { getContactCompanyScore } from '@escuta/contract/analytics';
import type { ContactCompanyId } from '@escuta/contract/ids';
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
 * The NPS of a company that contacts work for: every answer of the last ninety days by who works there today, pooled. Few answers
 * would tell who gave them: they are hidden as on the dashboard. Refuses NOT_FOUND.
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
  const counts = await countScores(tx, { ...reach, ...period, metric: 'nps', contactCompanyId: id });
  const readsEach = can(scope.role, 'responses.read');
  return { ...period, score: scoreOf({ metric: 'nps', counts, answered: sizeOf(counts), readsEach }) };
}
