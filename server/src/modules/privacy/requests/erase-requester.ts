import { sql } from 'kysely';
import type { ErasureReport } from '@escuta/contract/erasures';
import type { PrivacyRequestId } from '@escuta/contract/ids';
import { erasureRequestTypes } from '@escuta/contract/privacy-requests';
import type { RequestedErasure } from '@escuta/contract/privacy-requests';
import { listBusinessUnits } from '#modules/companies/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { erasePerson } from '../erase-person.ts';
import { addStep } from './add-step.ts';
import { holdMatched } from './hold-matched.ts';
import { matchedContacts } from './matched-contacts.ts';
import type { RequestRow } from './queries.ts';
import { isClosed } from './privacy-request.ts';

/**
 * Erases a contact of a request, and keeps the report as its evidence. Where no unit of the company has an address of whoever asks any more,
 * the request is done. Refuses NOT_FOUND, NO_ERASURE_REQUESTED, REQUEST_CLOSED and IDENTITY_NOT_CHECKED.
 */
export async function eraseRequester(
  tx: Transaction,
  scope: Scope,
  requestId: PrivacyRequestId,
  erasure: RequestedErasure,
  now: Date,
): Promise<void> {
  const { companyId, userId } = scope;
  const { request, report } = await eraseMatched(tx, scope, requestId, erasure, now);
  const { identity_check } = request;
  const status = (await isGone(tx, scope, request)) ? 'done' : 'in_progress';
  await tx
    .updateTable('privacy_requests')
    .set({
      status,
      handled_by: request.handled_by ?? userId,
      closed_at: status === 'done' ? now : null,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', requestId)
    .execute();
  const stepId = await addStep(tx, scope, { requestId, kind: erasure.as, status, identity_check, report }, now);
  if (status === 'done') await emit(tx, companyId, 'privacy-request.closed', { requestId, stepId });
  const target = { type: 'privacy_request', id: requestId, label: request.protocol } as const;
  const audited = {
    action: 'privacy_request.changed',
    target,
    before: { status: request.status, identity_check },
    after: { status, identity_check },
  } as const;
  await recordAudit(tx, scope, audited, now);
}

/** What `eraseRequester` would change, found out by doing it and taking it back. Refuses what that refuses. */
export async function rehearseErasure(
  tx: Transaction,
  scope: Scope,
  requestId: PrivacyRequestId,
  erasure: RequestedErasure,
  now: Date,
): Promise<ErasureReport> {
  await sql`SAVEPOINT rehearsal`.execute(tx);
  const { report } = await eraseMatched(tx, scope, requestId, erasure, now);
  await sql`ROLLBACK TO SAVEPOINT rehearsal`.execute(tx);
  return report;
}

async function eraseMatched(
  tx: Transaction,
  scope: Scope,
  requestId: PrivacyRequestId,
  { contactId, as, comments }: RequestedErasure,
  now: Date,
) {
  const { request, contact } = await holdMatched(tx, scope, { requestId, contactId });
  if (!erasureRequestTypes.includes(request.type)) throw refuse('NO_ERASURE_REQUESTED');
  if (isClosed(request.status)) throw refuse('REQUEST_CLOSED');
  if (request.identity_check !== 'confirmed') throw refuse('IDENTITY_NOT_CHECKED');
  const inUnit = { ...scope, businessUnitId: contact.business_unit_id };
  return { request, report: await erasePerson(tx, inUnit, { contactId, as, comments, isRequested: true }, now) };
}

/** Whether nobody has an address of whoever asks in any unit, also where the caller does not work. */
async function isGone(tx: Transaction, { companyId }: Scope, request: RequestRow): Promise<boolean> {
  const businessUnitIds = (await listBusinessUnits(tx, companyId)).map(({ id }) => id);
  return (await matchedContacts(tx, request, { companyId, businessUnitIds })).length === 0;
}
