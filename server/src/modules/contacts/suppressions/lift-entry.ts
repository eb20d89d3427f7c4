import { sql } from 'kysely';
import type { SuppressionId } from '@escuta/contract/ids';
import type { liftSuppression } from '@escuta/contract/suppressions';
import type { Output } from '@escuta/contract/route';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { addConsent } from '../consents/add-consent.ts';
import { removeStops } from '../stops/stops.ts';
import { takeBackNoted } from '../stops/take-back-noted.ts';
import { lockSuppression } from './queries.ts';
import { judgeLift } from './suppression.ts';

type Body = Output<(typeof liftSuppression)['definition']['body']>;

/**
 * Writes to an address of the unit again, by somebody of the company; what the contact agreed to enters the history of their consent.
 * Refuses NOT_FOUND, SUPPRESSION_STAYS for what the person stopped themselves or who was erased, and CONSENT_MISSING.
 */
export async function liftEntry(
  tx: Transaction,
  scope: Scope,
  { id, consent }: Body & { readonly id: SuppressionId },
  now: Date,
): Promise<void> {
  const { companyId, businessUnitId, userId, userName } = scope;
  const entry = await lockSuppression(tx, { companyId, businessUnitId, id });
  if (!entry) throw refuse('NOT_FOUND');
  const { stays, needsConsent } = judgeLift(entry);
  if (stays !== null) throw refuse('SUPPRESSION_STAYS', { reason: stays });
  if (needsConsent && consent === null) throw refuse('CONSENT_MISSING');
  const { channel, reason } = entry;
  await removeStops(
    tx,
    companyId,
    sql<boolean>`stops.business_unit_id = ${businessUnitId} AND stops.channel = ${channel}
      AND stops.address_hash = ${entry.address_hash} AND stops.reason IN ('manual', 'bounced')`,
  );
  await tx
    .insertInto('lifted_suppressions')
    .values({
      company_id: companyId,
      id: newId(),
      business_unit_id: businessUnitId,
      channel,
      address_hash: entry.address_hash,
      suppressed_at: entry.created_at,
      lifted_at: now,
      reason,
    })
    .execute();
  if (entry.contact && consent) {
    const { basis, text_version: textVersion } = consent;
    const by = { id: userId, name: userName };
    const said = { channel, status: 'granted', basis, source: 'staff', textVersion, by, now } as const;
    await takeBackNoted(tx, { companyId, contactId: entry.contact.id, channel });
    await addConsent(tx, { ...said, companyId, businessUnitId, contactId: entry.contact.id });
  }
  const after = { channel, reason, ...(consent ? { basis: consent.basis } : {}) };
  await recordAudit(tx, scope, { action: 'suppression.lifted', target: { type: 'suppression', id }, after }, now);
}
