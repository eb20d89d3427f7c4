import { contactFieldNames } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import { distinctTags, tagsMax } from '@escuta/contract/contact-particulars';
import type { BusinessUnitId, CompanyId, ContactId, ImportId } from '@escuta/contract/ids';
import type { ImportMode, RowError } from '@escuta/contract/imports';
import type { Language } from '@escuta/contract/primitives';
import type { ContactValues } from './contact-fields.ts';
import type { CustomValues } from './custom-fields/custom-field.ts';
import type { CustomChanges } from './custom-fields/kept-custom-values.ts';

/** What is known of a contact beside its fields. */
export interface Particulars {
  readonly language: Language | null;
  readonly timezone: string | null;
  readonly tags: readonly string[];
}
export const noParticulars: Particulars = { language: null, timezone: null, tags: [] };

/** A contact as a file or a partner gives it: addresses as they are kept, null where nothing was said. */
export interface IncomingContact extends ContactValues, Partial<Particulars> {
  readonly company: string | null;
  /** Values of custom fields as they are kept, by internal name; what is left out stays, what is null is cleared. */
  readonly custom?: CustomChanges;
  /** The fields that say nothing and are to be cleared where something is known. */
  readonly cleared?: readonly ClearedField[];
  /** Added to those that the contact has. */
  readonly tags?: readonly string[];
}

/** A field that a blank cell may clear; a custom field is cleared by null. */
export type ClearedField = ContactFieldName | 'company' | 'language' | 'timezone';

/** Where the contacts go, for which import, and what it may do. */
export interface UpsertScope {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  /** Tells whom these rows have met. */
  readonly importId: ImportId;
  /** Rows of another system belong to no import: contacts do not name one, and nothing is kept for an undo. */
  readonly source?: 'integration';
  readonly mode: ImportMode;
  /**
   * The ids of companies by their names, kept from one call to the next; to be cleared when a transaction failed, which
   * may have made some of them.
   */
  readonly companyIds?: Map<string, string>;
}

/** A contact that the unit has, with the name of its company. */
export interface KnownContact extends ContactValues, Particulars {
  readonly id: ContactId;
  readonly companyName: string | null;
  /** The import, or the set of rows, has met it before. */
  readonly isMet: boolean;
  readonly customFields: CustomValues;
}

export type Refused = Extract<
  RowError,
  | 'no_address'
  | 'duplicate_in_file'
  | 'contact_exists'
  | 'contact_missing'
  | 'phone_taken'
  | 'external_id_taken'
  | 'person_erased'
  | 'contact_merged'
>;
/** What a contact is found by. */
export type ContactKey = Extract<ContactFieldName, 'external_id' | 'email' | 'tel'>;
export type UpsertOutcome = 'created' | 'updated' | 'unchanged' | Refused;

/** What became of a row. */
export interface UpsertedRow {
  readonly outcome: UpsertOutcome;
  /** Of `duplicate_in_file`: what a row before has in common with it. */
  readonly repeatedKey?: ContactKey | undefined;
  /** Some of its tags found no place beside those of the contact, and were left out. */
  readonly hasTooManyTags: boolean;
}

/** What a contact holds afterwards; `company` null leaves the company as it is, unless it is cleared. */
export interface UpsertValues extends ContactValues, Particulars {
  readonly name: string;
  readonly company: string | null;
  readonly clearsCompany: boolean;
  /** What changes of its custom values; null clears one. */
  readonly custom: CustomChanges;
  /** What it is given beside those that it has. */
  readonly tags: readonly string[];
}

export type UpsertDecision =
  | {
      readonly outcome: 'updated' | 'unchanged';
      readonly target: KnownContact;
      readonly values: UpsertValues;
      readonly hasTooManyTags: boolean;
      readonly repeatedKey?: undefined;
    }
  | {
      readonly outcome: Refused;
      readonly repeatedKey?: ContactKey;
      readonly target?: undefined;
      readonly values?: undefined;
      readonly hasTooManyTags?: undefined;
    };

interface Match {
  readonly byExternalId?: KnownContact | undefined;
  readonly byEmail: KnownContact | undefined;
  readonly byTel: KnownContact | undefined;
}

/** Whether there is a way to speak with somebody: nobody is kept without. */
export function hasAddress({ email, tel }: Pick<ContactValues, 'email' | 'tel'>): boolean {
  return email !== null || tel !== null;
}

/** What a new contact holds; one without a name stays without, and is greeted without. */
export function newContact(row: IncomingContact): UpsertValues {
  return {
    ...row,
    name: row.name ?? '',
    custom: row.custom ?? {},
    clearsCompany: false,
    language: row.language ?? null,
    timezone: row.timezone ?? null,
    tags: distinctTags(row.tags ?? []).slice(0, tagsMax),
  };
}

/** Why keys mean two contacts. */
export type KeyConflict = Extract<Refused, 'external_id_taken' | 'phone_taken'>;

/** Why keys mean two contacts, given whom each of them is of; null where they do not. */
export function conflictOf(found: Readonly<Record<ContactKey, ContactId | undefined>>): KeyConflict | null {
  const { external_id: named, email, tel } = found;
  if (named && [email, tel].some((id) => id !== undefined && id !== named)) return 'external_id_taken';
  return email && tel && email !== tel ? 'phone_taken' : null;
}

/**
 * Decides what a row does to a contact that the unit has, given those with its addresses. Blank cells keep what is known,
 * unless the row clears it.
 * The external id finds the contact, else the e-mail, else the phone. A phone that belongs to someone else than the e-mail does is
 * refused, and so is an address of somebody else than the external id names, or who has another one: taking it away would change a
 * contact that the row does not speak of.
 */
export function decideUpsert(
  row: IncomingContact,
  { byExternalId, byEmail, byTel }: Match,
  { mode }: Pick<UpsertScope, 'mode'>,
): UpsertDecision {
  const known = byExternalId ?? byEmail ?? byTel;
  const repeatedKey = metBy({ external_id: byExternalId, email: byEmail, tel: byTel });
  if (repeatedKey) return { outcome: 'duplicate_in_file', repeatedKey };
  if (!known) return { outcome: 'contact_missing' };
  if (mode === 'create') return { outcome: 'contact_exists' };
  const conflict = conflictOf({ external_id: byExternalId?.id, email: byEmail?.id, tel: byTel?.id });
  if (conflict) return { outcome: conflict };
  if (row.external_id && known.external_id !== null && known.external_id !== row.external_id)
    return { outcome: 'external_id_taken' };
  const newTags = distinctTags([...known.tags, ...(row.tags ?? [])]).slice(known.tags.length);
  const values = {
    ...keptOver(row, known),
    ...particularsOver(row, known),
    tags: newTags.slice(0, Math.max(0, tagsMax - known.tags.length)),
    company: isSameCompany(row.company, known.companyName) ? null : row.company,
    clearsCompany: row.company === null && known.companyName !== null && (row.cleared?.includes('company') ?? false),
    custom: newCustomValues(row.custom, known.customFields),
  };
  if (!hasAddress(values)) return { outcome: 'no_address' };
  const saysNoMore = values.company === null && !values.clearsCompany && Object.keys(values.custom).length === 0;
  const isSame =
    saysNoMore &&
    values.tags.length === 0 &&
    contactFieldNames.every((field) => values[field] === known[field]) &&
    (['language', 'timezone'] as const).every((name) => values[name] === known[name]);
  const hasTooManyTags = values.tags.length < newTags.length;
  return { outcome: isSame ? 'unchanged' : 'updated', target: known, values, hasTooManyTags };
}

function metBy(found: Readonly<Record<ContactKey, KnownContact | undefined>>): ContactKey | undefined {
  return (['external_id', 'email', 'tel'] as const).find((key) => found[key]?.isMet);
}

function particularsOver(row: IncomingContact, known: Particulars): Omit<Particulars, 'tags'> {
  return {
    language: row.language ?? (row.cleared?.includes('language') ? null : known.language),
    timezone: row.timezone ?? (row.cleared?.includes('timezone') ? null : known.timezone),
  };
}

function newCustomValues(said: CustomChanges = {}, known: CustomValues): CustomChanges {
  return Object.fromEntries(Object.entries(said).filter(([name, value]) => value !== (known[name] ?? null)));
}

/** The fields that a row says, and those known where it neither says nor clears them. */
function keptOver(row: IncomingContact, known: ContactValues): ContactValues & { name: string } {
  const stays = (field: ContactFieldName) => (row.cleared?.includes(field) ? null : known[field]);
  const fields = Object.fromEntries(contactFieldNames.map((field) => [field, row[field] ?? stays(field)]));
  return { ...(fields as ContactValues), name: row.name ?? stays('name') ?? '' };
}

function isSameCompany(said: string | null, known: string | null): boolean {
  return said === null || said.toLowerCase() === known?.toLowerCase();
}
