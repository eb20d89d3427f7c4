import type { ConsentBasis, ConsentSource, ConsentStatus } from '@escuta/contract/consents';
import type { BusinessUnitId, CompanyId, ContactId, MergeId, UserId } from '@escuta/contract/ids';
import type { MessageChannel } from '@escuta/contract/primitives';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';

/** What is written down of one consent. */
export interface ConsentEntry {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly contactId: ContactId;
  readonly channel: MessageChannel;
  readonly status: ConsentStatus;
  readonly basis: ConsentBasis;
  readonly source: ConsentSource;
  readonly textVersion?: string | null;
  /** Where the contact pressed. */
  readonly ip?: string | undefined;
  /** The merge that it comes of, and goes with. */
  readonly mergeId?: MergeId;
  readonly by?: { readonly id: UserId; readonly name: string } | undefined;
  readonly now: Date;
}

/** Adds an entry to the history of a contact, which nobody changes afterwards (CONSENT-02). Returns its row. */
export async function addConsent(tx: Transaction, entry: ConsentEntry) {
  return tx
    .insertInto('contact_consents')
    .values({
      company_id: entry.companyId,
      id: newId(),
      business_unit_id: entry.businessUnitId,
      contact_id: entry.contactId,
      channel: entry.channel,
      purpose: 'surveys',
      status: entry.status,
      basis: entry.basis,
      source: entry.source,
      text_version: entry.textVersion ?? null,
      ip: entry.ip ?? null,
      recorded_by: entry.by?.id ?? null,
      recorded_by_name: entry.by?.name ?? null,
      at: entry.now,
      merge_id: entry.mergeId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
