import type { changePrivacyRequest } from '@escuta/contract/privacy-requests';
import type { PrivacyRequestId, UserId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { takeBackPackagesOf } from '../packages/forget-packages.ts';
import { addStep } from './add-step.ts';
import { isClosed, isUnproven, mayCollect } from './privacy-request.ts';
import { listStepRows, lockRequestRow } from './queries.ts';
import type { RequestRow } from './queries.ts';

type Change = Output<(typeof changePrivacyRequest)['definition']['body']>;

/** Somebody else closed it, confirmed who asks, or took it over under a page that was open. */
function hasChanged(
  row: Pick<RequestRow, 'status' | 'identity_check' | 'handled_by'>,
  seen: NonNullable<Change['seen']>,
  handler: Change['handler'],
): boolean {
  if (seen.status !== row.status || seen.identity_check !== row.identity_check) return true;
  return handler !== 'same' && seen.handled_by !== undefined && seen.handled_by !== row.handled_by;
}

/**
 * Puts a request into a status, notes the check of identity and who handles it, and keeps who did so and when. Who asked
 * is told of a closing. What was collected on it is taken back where it is refused, or who asks is not proved any more. Refuses NOT_FOUND,
 * REQUEST_CHANGED, IDENTITY_NOT_CHECKED, ALREADY_ERASED and EVIDENCE_MISSING.
 */
export async function changeRequest(
  tx: Transaction,
  scope: Scope,
  id: PrivacyRequestId,
  { status, identity_check, handler, note, answer, seen }: Change,
  now: Date,
): Promise<void> {
  const { companyId, userId } = scope;
  const row = await lockRequestRow(tx, { companyId, id });
  if (!row) throw refuse('NOT_FOUND');
  if (seen && hasChanged(row, seen, handler)) throw refuse('REQUEST_CHANGED');
  const before = await listStepRows(tx, { companyId, id });
  const isReasoned = note !== '' || answer !== '';
  const hasEvidence =
    isReasoned ||
    before.some(
      (step) => step.note !== '' || step.answer !== '' || ['collected', 'anonymized', 'deleted'].includes(step.kind),
    );
  if (isUnproven(status, identity_check)) throw refuse('IDENTITY_NOT_CHECKED');
  if (status === 'refused' && before.some(({ kind }) => kind === 'anonymized' || kind === 'deleted')) {
    throw refuse('ALREADY_ERASED');
  }
  // Why it is refused, no word of before says.
  if (status === 'refused' && row.status !== 'refused' && !isReasoned) throw refuse('EVIDENCE_MISSING');
  if (isClosed(status) && !hasEvidence) throw refuse('EVIDENCE_MISSING');
  const handlers: Record<Change['handler'], UserId | null> = { me: userId, nobody: null, same: row.handled_by };
  await tx
    .updateTable('privacy_requests')
    .set({
      status,
      identity_check,
      handled_by: handlers[handler],
      closed_at: isClosed(status) ? (row.closed_at ?? now) : null,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  if (!mayCollect({ status, identity_check })) await takeBackPackagesOf(tx, { companyId, requestId: id });
  const step = { requestId: id, kind: 'changed', status, identity_check, note, answer } as const;
  const stepId = await addStep(tx, scope, step, now);
  if (isClosed(status) && status !== row.status)
    await emit(tx, companyId, 'privacy-request.closed', { requestId: id, stepId });
  const target = { type: 'privacy_request', id, label: row.protocol } as const;
  const audited = {
    action: 'privacy_request.changed',
    target,
    before: { status: row.status, identity_check: row.identity_check },
    after: { status, identity_check },
  } as const;
  await recordAudit(tx, scope, audited, now);
}
