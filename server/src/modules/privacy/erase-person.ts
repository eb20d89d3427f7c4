import { erasedTables } from '@escuta/contract/erasures';
import type { CommentTreatment, ErasedTable, ErasureReport } from '@escuta/contract/erasures';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import { isCnpj, isCpf } from '@escuta/contract/tax-numbers';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import {
  anonymizeContact,
  deleteContact,
  erasedAnswer,
  findIdentities,
  findPersonToErase,
  forgetInSegments,
  forgetMergesOf,
  keptOfMerged,
  lockPersonToErase,
  namesIn,
  suppressErased,
} from '#modules/contacts/index.ts';
import type { PersonToErase } from '#modules/contacts/index.ts';
import { forgetPerson as forgetInExports } from '#modules/exports/index.ts';
import { forgetPerson, holdImports } from '#modules/imports/index.ts';
import { forgetRespondent, lockResponsesOf } from '#modules/responses/index.ts';
import { forgetInFilters } from '#modules/saved-filters/index.ts';
import { forgetAddressee, takeContact } from '#modules/sends/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { AuditActor } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { forgetContact } from '#platform/erasure/forget-contact.ts';
import { refuse } from '#platform/http/refusal.ts';
import { takeBackPackages } from './packages/forget-packages.ts';
import { maskText, patternOf, taken } from './trace.ts';
import type { Known } from './trace.ts';

/** Who erases somebody of a unit: a `Scope` is one. */
export type Actor = AuditActor & { readonly businessUnitId: BusinessUnitId };

/** A contact as a merge kept it. */
type KeptPerson = Awaited<ReturnType<typeof keptOfMerged>>[number]['person'];

export interface Erasure {
  readonly contactId: ContactId;
  /** Whether the contact stays as a row of whom nothing is known, or goes. */
  readonly as: 'anonymized' | 'deleted';
  readonly comments: CommentTreatment;
  /** The person asked for it: whoever is deleted is not imported again either (PRIVACY-11). */
  readonly isRequested?: boolean;
}

/**
 * Takes a person of the unit out of everything that the product knows, in the one transaction, and says what was changed, table
 * by table (PRIVACY-09 to -13); the audit keeps that too, without a name. What is counted stays as it was. Refuses NOT_FOUND.
 * Doing it twice is harmless.
 */
export async function erasePerson(tx: Transaction, scope: Actor, erasure: Erasure, now: Date): Promise<ErasureReport> {
  const { companyId, businessUnitId } = scope;
  const { contactId, as, comments, isRequested = false } = erasure;
  const key = { companyId, businessUnitId, contactId };
  const person = await holdPerson(tx, key);
  const contactIds = await findIdentities(tx, { companyId, contactId });
  const before = await knownOfMerged(tx, { companyId, contactIds });
  const identities = [knownOf(person), ...before];
  const pattern = patternOfAll(identities);
  const rewrite = (text: string) => (comments === 'remove' ? taken : maskText(text, identities));
  const changed: Partial<Record<ErasedTable, number>> = {
    ...(await forgetAddressee(tx, { ...key, pattern, as, now })),
    ...(await forgetRespondent(tx, { companyId, contactId, rewrite, isDetached: as === 'deleted' })),
    ...(pattern === null ? {} : await forgetByPattern(tx, { companyId, businessUnitId, pattern })),
    ...(await forgetInExports(tx, { companyId, businessUnitId, pattern })),
    ...(await takeBackPackages(tx, { companyId, contactId })),
    ...(await forgetContact(tx, { companyId, contactIds, blank: erasedAnswer })),
    ...(as === 'deleted' && isRequested
      ? { suppressions: await suppressErased(tx, { companyId, contactId, now }) }
      : {}),
    ...(as === 'deleted'
      ? await deleteContact(tx, { companyId, contactId })
      : await anonymizeContact(tx, { companyId, contactId, now })),
    contact_merges: await forgetMergesOf(tx, { companyId, contactIds }),
    bulk_action_contacts: await forgetTagChanges(tx, { companyId, contactIds }),
  };
  const tables = erasedTables.map((table) => ({ table, rows: changed[table] ?? 0 }));
  const after = { comments, ...Object.fromEntries(tables.map(({ table, rows }) => [table, rows])) };
  const target = { type: 'contact', id: contactId } as const;
  await recordAudit(tx, scope, { action: `contact.${as}`, target, after }, now);
  return { tables };
}

/** Takes away what names the person where nothing else leads to them: rows of files, and what people look for. */
async function forgetByPattern(
  tx: Transaction,
  named: { companyId: CompanyId; businessUnitId: BusinessUnitId; pattern: string },
): Promise<Partial<Record<ErasedTable, number>>> {
  return {
    ...(await forgetPerson(tx, named)),
    segments: await forgetInSegments(tx, { ...named, taken }),
    saved_filters: await forgetInFilters(tx, named),
  };
}

/** Takes away which tags actions on many contacts gave the person, or took; whom one has still to reach stays on its list. */
async function forgetTagChanges(
  tx: Transaction,
  { companyId, contactIds }: { companyId: CompanyId; contactIds: readonly ContactId[] },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('bulk_action_contacts')
    .where('company_id', '=', companyId)
    .where('contact_id', 'in', contactIds)
    .where('changed_at', 'is not', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What is known of the person from before others were merged into them, and of those others. */
async function knownOfMerged(
  tx: Transaction,
  { companyId, contactIds }: { companyId: CompanyId; contactIds: readonly ContactId[] },
): Promise<Known[]> {
  return (await keptOfMerged(tx, { companyId, contactIds })).map(({ person }) => knownOf(person));
}

/** What a contact, or what a merge keeps of one, says of who it is. */
function knownOf({ name, email, tel, external_id: externalId, custom_fields }: PersonToErase | KeptPerson): Known {
  return {
    name,
    names: namesIn(name),
    email: (email ?? null) as string | null,
    tel: (tel ?? null) as string | null,
    externalId: (externalId ?? null) as string | null,
    documents: Object.values(custom_fields as KeptPerson['custom_fields']).filter(
      (value) => isCpf(value) || isCnpj(value),
    ),
  };
}

/** What names the person, whichever of these they are called; null where nothing is known. */
function patternOfAll(identities: readonly Known[]): string | null {
  const patterns = new Set(identities.flatMap((each) => patternOf(each) ?? []));
  return patterns.size > 0 ? [...patterns].join('|') : null;
}

/**
 * Takes everything that could write of the person meanwhile, in the order in which others take it, so that nobody waits in a
 * circle: whoever asks for an export or makes a list holds the unit before anything else, imports hold their checkpoint before
 * contacts, workers the person before their items, answers their response before the contact.
 */
async function holdPerson(tx: Transaction, key: Parameters<typeof lockPersonToErase>[1]): Promise<PersonToErase> {
  if (!(await findPersonToErase(tx, key))) throw refuse('NOT_FOUND');
  await holdBusinessUnit(tx, key.companyId, key.businessUnitId);
  await holdImports(tx, key);
  await takeContact(tx, key);
  await lockResponsesOf(tx, key);
  const person = await lockPersonToErase(tx, key);
  if (!person) throw refuse('NOT_FOUND');
  return person;
}
