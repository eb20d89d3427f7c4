import type { ResponseDetail } from '@escuta/contract/response-list';
import { findDefinition } from '#modules/surveys/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findResponseRow } from './list-responses.ts';
import { presentResponse } from './present-response.ts';
import { findResponses } from './response-rows.ts';

/** One response of the unit, whole. Refuses NOT_FOUND, also for one that does not count. */
export async function readResponse(tx: Transaction, scope: Scope, id: string): Promise<ResponseDetail> {
  const { companyId, businessUnitId, role } = scope;
  const row = await findResponseRow(tx, { companyId, businessUnitId, id });
  const definition = row && (await findDefinition(tx, { companyId, versionId: row.versionId }));
  if (!row || !definition) throw refuse('NOT_FOUND');
  const [stored] = await findResponses(tx, { companyId, itemIds: [], responseIds: [id], lock: false });
  return presentResponse(row, { questions: definition.questions, answers: stored?.state.answers ?? new Map() }, role);
}
