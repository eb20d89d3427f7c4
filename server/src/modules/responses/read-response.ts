import type { ResponseId } from '@escuta/contract/ids';
import type { ResponseDetail } from '@escuta/contract/response-list';
import { findDefinitions } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { reachOf } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findResponseRow } from './list-responses.ts';
import { presentResponse } from './present-response.ts';
import { findResponses } from './response-rows.ts';

/** One response of the unit, whole. Refuses NOT_FOUND, also for one that does not count. */
export async function readResponse(tx: Transaction, scope: Scope, id: ResponseId): Promise<ResponseDetail> {
  const { companyId, role } = scope;
  const row = await findResponseRow(tx, { ...reachOf(scope), id });
  if (!row) throw refuse('NOT_FOUND');
  const definitions = await findDefinitions((work) => work(tx), companyId, [row.versionId]);
  const definition = definitions.get(row.versionId);
  if (!definition) throw refuse('NOT_FOUND');
  const [stored] = await findResponses(tx, { companyId, itemIds: [], responseIds: [id] });
  return presentResponse(row, { questions: definition.questions, answers: stored?.state.answers ?? new Map() }, role);
}
