import type { getAnalytics } from '@escuta/contract/analytics';
import type { Output } from '@escuta/contract/route';
import { countResponseRows } from '#modules/responses/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { reachOf } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { lastThirtyDays } from './last-days.ts';

/** How much was answered in the unit lately: numbers alone, so that every role of the screen may see them. */
export async function readAnalytics(
  tx: Transaction,
  scope: Scope,
  now: Date,
): Promise<Output<(typeof getAnalytics)['definition']['answer']>> {
  const period = await lastThirtyDays(tx, scope, now);
  const filter = { ...period, ...reachOf(scope) };
  return {
    ...period,
    responses: await countResponseRows(tx, filter),
    scored: await countResponseRows(tx, { ...filter, score: 'with' }),
    commented: await countResponseRows(tx, { ...filter, comment: 'with' }),
  };
}
