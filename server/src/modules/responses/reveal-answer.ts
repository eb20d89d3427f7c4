import type { ResponseId } from '@escuta/contract/ids';
import { answerOf } from '@escuta/contract/questions/index';
import { findDefinitions } from '#modules/surveys/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { reachOf } from '#platform/http/scope.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findResponseRow } from './list-responses.ts';
import { titleFor } from './present-response.ts';
import { findResponses } from './response-rows.ts';

/**
 * Shows what was written to one question of a response of the unit, masked or not, and tells the audit which. Refuses NOT_FOUND, also
 * for a question that the response was not asked or that nobody answers in their own words.
 */
export async function revealAnswer(
  tx: Transaction,
  scope: Scope,
  id: ResponseId,
  key: string,
  now: Date,
): Promise<{ text: string | null }> {
  const { companyId } = scope;
  const row = await findResponseRow(tx, { ...reachOf(scope), id });
  if (!row) throw refuse('NOT_FOUND');
  const definitions = await findDefinitions((work) => work(tx), companyId, [row.versionId]);
  const question = definitions.get(row.versionId)?.questions.find((asked) => asked.key === key);
  if (!question || answerOf(question).kind !== 'text') throw refuse('NOT_FOUND');
  const [stored] = await findResponses(tx, { companyId, itemIds: [], responseIds: [id] });
  // Which question, and never what was said to it; of the response what its list calls it, and not who gave it.
  const target = { type: 'response', id, label: row.survey.title } as const;
  const after = { question: titleFor(question, row) };
  await recordAudit(tx, scope, { action: 'response.revealed', target, after }, now);
  return { text: stored?.state.answers.get(key)?.text || null };
}
