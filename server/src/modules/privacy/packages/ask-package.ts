import { randomUUID } from 'node:crypto';
import type { createPersonPackage } from '@escuta/contract/privacy-requests';
import type { PersonFileId, PersonPackageId, PrivacyRequestId } from '@escuta/contract/ids';
import type { Output } from '@escuta/contract/route';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { addStep } from '../requests/add-step.ts';
import { holdMatched } from '../requests/hold-matched.ts';
import { mayCollect } from '../requests/privacy-request.ts';

type Form = Output<(typeof createPersonPackage)['definition']['body']>;

/**
 * Asks for everything about a contact of a request to be collected. Refuses NOT_FOUND for a request that the company does not
 * have, or a contact that is not the requester, IDENTITY_NOT_CHECKED, and REQUEST_CLOSED where it was refused.
 */
export async function askPackage(
  tx: Transaction,
  scope: Scope,
  requestId: PrivacyRequestId,
  { contactId, language }: Form,
  now: Date,
): Promise<void> {
  const { companyId } = scope;
  const { request, contact } = await holdMatched(tx, scope, { requestId, contactId });
  if (request.identity_check !== 'confirmed') throw refuse('IDENTITY_NOT_CHECKED');
  if (!mayCollect(request)) throw refuse('REQUEST_CLOSED');
  const id = newId<PersonPackageId>();
  await tx
    .insertInto('person_packages')
    .values({
      company_id: companyId,
      id,
      business_unit_id: contact.business_unit_id,
      request_id: requestId,
      contact_id: contactId,
      // Random as a whole, unlike our other ids: it is the link.
      person_file_id: randomUUID() as string as PersonFileId,
      language,
      created_at: now,
    })
    .execute();
  await emit(tx, companyId, 'person-package.asked', { packageId: id });
  const { status, identity_check } = request;
  await addStep(tx, scope, { requestId, kind: 'collected', status, identity_check }, now);
  const target = { type: 'contact', id: contactId } as const;
  const actor = { ...scope, businessUnitId: contact.business_unit_id };
  await recordAudit(tx, actor, { action: 'contact.collected', target, after: { protocol: request.protocol } }, now);
}
