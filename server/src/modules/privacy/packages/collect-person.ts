import type { BusinessUnitId, CompanyId, ContactId, ImportId, ResponseId } from '@escuta/contract/ids';
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
  /** Where whoever asks for it is written to. */
  readonly requesterEmail: string;
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
  const responses = await collectResponses(tx, key);
  return {
    collected_at: now,
    company: (await findCompany(tx, companyId))?.name ?? '',
    unit: (await findBusinessUnit(tx, companyId, businessUnitId))?.name ?? '',
    contact,
    merged,
    imports: await importsOf(tx, key, responses),
    ...(await fieldsOf(tx, companyId, [contact, ...merged])),
    consents: {
      history: consents,
      suppressed: suppressions,
      lifted,
    },
    sends: await collectSends(tx, key),
    answers: responses.map(({ id: _, import_id: __, ...response }) => response),
    tickets: [] as const,
    reviews: [] as const,
    requests: await listProvenRequests(tx, { companyId, emails: [key.requesterEmail, contact.email ?? []].flat() }),
    audit: await auditOf(tx, companyId, [
      ...(await findIdentities(tx, { companyId, contactId })),
      ...responses.map(({ id }) => id),
    ]),
  };
}

/** The files from which what is known of them came, newest first: those of contacts, and those of answers. */
async function importsOf(
  tx: Transaction,
  { companyId, businessUnitId, contactId }: Key,
  responses: readonly { readonly import_id: ImportId | null }[],
) {
  const did = await walkContactImports(tx, { companyId, contactId, limit: importsMax });
  const answered = new Set(responses.flatMap(({ import_id }) => import_id ?? []));
  const ids = [...did.flatMap(({ importId }) => importId ?? []), ...answered];
  const files = ids.length === 0 ? [] : await findImportFiles(tx, { companyId, businessUnitId }, ids);
  const names = new Map(files.map(({ id, fileName }) => [id, fileName]));
  const ofContacts = did.map(({ at, outcome, importId }) => ({
    at,
    outcome,
    file: (importId !== null && names.get(importId)) || null,
  }));
  const ofAnswers = files
    .filter(({ id }) => answered.has(id))
    .map(({ startedAt, fileName }) => ({ at: startedAt, outcome: 'answered' as const, file: fileName }));
  return [...ofContacts, ...ofAnswers].toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

/** What the custom fields in which somebody has a value are called, and of which type they are, by the names under which it is kept. */
async function fieldsOf(tx: Transaction, companyId: CompanyId, people: readonly object[]) {
  const kept = new Set(
    people.flatMap((person) => ('custom_fields' in person ? Object.keys(person.custom_fields ?? {}) : [])),
  );
  const fields = (await listCustomFields(tx, companyId)).filter(({ internal_name: name }) => kept.has(name));
  return {
    custom_field_labels: Object.fromEntries(fields.map(({ internal_name: name, label }) => [name, label])),
    custom_field_types: Object.fromEntries(fields.map(({ internal_name: name, type }) => [name, type])),
  };
}

/** What people did with the person and their answers: who saw, changed or took away what is kept of them. */
function auditOf(tx: Transaction, companyId: CompanyId, targetIds: readonly (ContactId | ResponseId)[]) {
  return tx
    .selectFrom('audit_events')
    .select(['at', 'action', 'actor_type', 'actor_name', 'before', 'after'])
    .where('company_id', '=', companyId)
    .where('target_id', 'in', [...targetIds])
    .orderBy('at')
    .orderBy('id')
    .execute();
}
