import type { UpsertedContact, UpsertResult } from '@escuta/contract/contact-upserts';
import type { ContactId, ImportId } from '@escuta/contract/ids';
import { dayInUnit } from '#modules/companies/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';
import { holdCustomFields } from './custom-fields/queries.ts';
import { readUpsertedContact } from './read-upserted-contact.ts';
import type { UpsertReading } from './read-upserted-contact.ts';
import { upsertContacts } from './upsert-contacts.ts';
import type { IncomingContact, UpsertOutcome } from './upsert-decision.ts';
import { keysOf } from './upsert-plan.ts';
import { findContactsByAddress } from './upsert-statements.ts';

/**
 * Creates and changes contacts as another system sends them, and says what became of each, in their order. A value that
 * cannot be kept is left out and told of; a contact that cannot be kept is rejected, and the others come in. The rules are those of an import in the mode `create_and_update`; nothing is kept
 * for an undo. A contact that somebody else writes in the same moment is an error of the database: try again.
 */
export async function upsertBatch(
  tx: Transaction,
  scope: Scope,
  contacts: readonly UpsertedContact[],
  now: Date,
): Promise<UpsertResult[]> {
  const fields = await holdCustomFields(tx, scope.companyId);
  const rules = {
    customFields: new Map(fields.map((field) => [field.internal_name, field])),
    today: await dayInUnit(tx, scope, now),
  };
  const readings = contacts.map((contact) => readUpsertedContact(contact, rules));
  const rows = readings.flatMap(({ value }) => value ?? []);
  const { companyId, businessUnitId } = scope;
  const batch = { companyId, businessUnitId, importId: newId<ImportId>(), source: 'integration' } as const;
  const outcomes = await upsertContacts(tx, { ...batch, mode: 'create_and_update' }, rows, now);
  const idOf = await idsOf(tx, batch, rows);
  const became = rows.map((row, at) => ({ ...outcomes[at]!, id: idOf(row) })).values();
  const results = readings.map(({ value, problems }): UpsertResult => {
    if (!value) return { outcome: 'rejected', _id: null, problems: [...problems] };
    const { outcome, id, hasTooManyTags } = became.next().value!;
    const tooMany = hasTooManyTags ? [{ field: 'tags', reason: 'tags_left_out' } as const] : [];
    return resultOf(outcome, id, [...tooMany, ...problems]);
  });
  const count = (outcome: UpsertResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const after = { created: count('created'), updated: count('updated'), rejected: count('rejected') };
  await recordAudit(tx, scope, { action: 'contacts.upserted', target: { type: 'contacts' }, after }, now);
  return results;
}

function resultOf(outcome: UpsertOutcome, id: ContactId | null, problems: UpsertReading['problems']): UpsertResult {
  if (outcome === 'created' || outcome === 'updated' || outcome === 'unchanged')
    return { outcome, _id: id, problems: [...problems] };
  const reason = outcome === 'duplicate_in_file' ? 'duplicate_in_batch' : outcome;
  return { outcome: 'rejected', _id: null, problems: [{ field: null, reason }, ...problems] };
}

/** Finds, after they were written, the contacts of rows by what each was found by. */
async function idsOf(
  tx: Transaction,
  unit: Parameters<typeof findContactsByAddress>[1],
  rows: readonly IncomingContact[],
): Promise<(row: IncomingContact) => ContactId | null> {
  const found = rows.length === 0 ? [] : await findContactsByAddress(tx, unit, rows);
  const ids = new Map(found.flatMap((contact) => keysOf(contact).map((key) => [key, contact.id] as const)));
  return (row) => keysOf(row).flatMap((key) => ids.get(key) ?? [])[0] ?? null;
}
