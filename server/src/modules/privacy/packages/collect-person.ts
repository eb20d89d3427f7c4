import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import { findBusinessUnit, findCompany } from '#modules/companies/index.ts';
import { collectContact, findIdentities, listCustomFields, walkContactImports } from '#modules/contacts/index.ts';
import { findImportFiles } from '#modules/imports/index.ts';
import { collectResponses } from '#modules/responses/index.ts';
import { collectSends } from '#modules/sends/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { listProvenRequests } from '../requests/queries.ts';

/** One a day for thirty years. */
const importsMax = 10_000;

interface Key {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly contactId: ContactId;
  /** Of the words that are ours. */
  readonly language: Language;
}

export type CollectedPerson = NonNullable<Awaited<ReturnType<typeof collectPerson>>>;

/**
 * Everything that a company keeps about a person of a unit (PRIVACY-07), by where it is kept. Of tickets and of matched reviews
 * nothing is kept yet: their lists are empty. Undefined where the person is gone.
 */
export async function collectPerson(tx: Transaction, key: Key, now: Date) {
  const { companyId, businessUnitId, contactId } = key;
  const collected = await collectContact(tx, key);
  if (!collected) return undefined;
  const { contact, merged, consents, suppressions, lifted } = collected;
  return {
    collected_at: now,
    company: (await findCompany(tx, companyId))?.name ?? '',
    unit: (await findBusinessUnit(tx, companyId, businessUnitId))?.name ?? '',
    contact,
    merged,
    imports: await importsOf(tx, key),
    custom_field_labels: await labelsOf(tx, companyId, [contact, ...merged]),
    consents: {
      history: consents,
      suppressed: suppressions,
      lifted,
    },
    sends: await collectSends(tx, key),
    answers: await collectResponses(tx, key),
    tickets: [] as const,
    reviews: [] as const,
    requests: await listProvenRequests(tx, { companyId, email: contact.email, tel: contact.tel }),
    audit: await auditOf(tx, companyId, await findIdentities(tx, { companyId, contactId })),
  };
}

/** The files from which what is known of them came, newest first. */
async function importsOf(tx: Transaction, { companyId, businessUnitId, contactId }: Key) {
  const did = await walkContactImports(tx, { companyId, contactId, limit: importsMax });
  const ids = did.flatMap(({ importId }) => importId ?? []);
  const files = ids.length === 0 ? [] : await findImportFiles(tx, { companyId, businessUnitId }, ids);
  const names = new Map(files.map(({ id, fileName }) => [id, fileName]));
  return did.map(({ at, outcome, importId }) => ({
    at,
    outcome,
    file: (importId !== null && names.get(importId)) || null,
  }));
}

/** What the custom fields in which somebody has a value are called, by the names under which it is kept. */
async function labelsOf(
  tx: Transaction,
  companyId: CompanyId,
  people: readonly object[],
): Promise<Record<string, string>> {
  const kept = new Set(
    people.flatMap((person) => ('custom_fields' in person ? Object.keys(person.custom_fields ?? {}) : [])),
  );
  const fields = await listCustomFields(tx, companyId);
  return Object.fromEntries(
    fields.flatMap(({ internal_name: name, label }) => (kept.has(name) ? [[name, label] as const] : [])),
  );
}

/** What people did with the person: who saw, changed or took away what is kept of them. */
function auditOf(tx: Transaction, companyId: CompanyId, contactIds: readonly ContactId[]) {
  return tx
    .selectFrom('audit_events')
    .select(['at', 'action', 'actor_type', 'actor_name', 'before', 'after'])
    .where('company_id', '=', companyId)
    .where('target_id', 'in', [...contactIds])
    .orderBy('at')
    .orderBy('id')
    .execute();
}
