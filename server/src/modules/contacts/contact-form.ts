import { contactField, contactFieldNames, isPlausibleDay } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import type { ContactChange, ContactForm } from '@escuta/contract/contacts';
import type { ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { normalizePhone } from './contact.ts';
import { maskedField } from './contact-fields.ts';
import type { ContactValues } from './contact-fields.ts';

/** What a form says of a contact: fields that are left out stay as they are. */
type FormValues = Partial<ContactValues> & { readonly name?: string };
type FormParticulars = Pick<ContactForm, 'language' | 'timezone' | 'tags'>;

/**
 * The fields of a form as they are kept on a day `YYYY-MM-DD`. Refuses PHONE_NOT_VALID, FIELD_NOT_VALID for a day that is not
 * plausible or a name that is the mask of one, and ADDRESS_MISSING when there is neither e-mail nor phone.
 */
export function keptFields(form: ContactForm, today: string): FormValues & { readonly name: string } {
  const values = { ...keptChanges(form, null, today), name: form.name };
  refuseNoAddress(values);
  return values;
}

/**
 * The same of what a form changes of a contact; a value that comes back as masked as the editor shows it is no change. `held` is
 * what the contact holds, null for a new one.
 */
export function keptChanges(form: ContactChange, held: ContactValues | null, today: string): FormValues {
  const said = contactFieldNames.flatMap((field) => {
    const typed = form[field];
    const before = held?.[field];
    if (typed === undefined || (typed !== null && before && typed === maskedField(field, before))) return [];
    return [[field, typed === null ? null : keptField(field, typed, today)] as const];
  });
  return Object.fromEntries(said);
}

/** Refuses ADDRESS_MISSING for a contact with neither e-mail nor phone. */
export function refuseNoAddress({ email, tel }: Pick<FormValues, 'email' | 'tel'>): void {
  if (!email && !tel) throw refuse('ADDRESS_MISSING');
}

function keptField(field: ContactFieldName, typed: string, today: string): string | null {
  const rules = contactField(field);
  if (rules.type === 'date' && !isPlausibleDay(rules, typed, today)) throw refuse('FIELD_NOT_VALID', { field });
  // The mask of a name that somebody has changed since: nobody is called so, and the name would be lost.
  if (field === 'name' && typed.includes('***')) throw refuse('FIELD_NOT_VALID', { field });
  if (rules.type !== 'phone' || typed === '') return typed || null;
  const tel = normalizePhone(typed);
  if (!tel) throw refuse('PHONE_NOT_VALID');
  return tel;
}

/** What a form says beside the fields, as it is kept. */
export function keptParticulars({ language, timezone, tags }: ContactChange): FormParticulars {
  return {
    ...(language === undefined ? {} : { language }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** Refuses CONTACT_EXISTS, with the id of the other contact, when the unit has one with the same e-mail, phone or external id. */
export async function refuseDuplicate(
  tx: Transaction,
  scope: Pick<Scope, 'companyId' | 'businessUnitId'>,
  { email = null, tel = null, external_id: externalId = null }: FormValues,
  except?: ContactId,
): Promise<void> {
  if (!email && !tel && !externalId) return;
  const duplicate = await tx
    .selectFrom('contacts')
    .select(['id', 'email', 'tel'])
    .where('company_id', '=', scope.companyId)
    .where('business_unit_id', '=', scope.businessUnitId)
    .where((where) =>
      where.or([
        ...(email ? [where('email', '=', email)] : []),
        ...(tel ? [where('tel', '=', tel)] : []),
        ...(externalId ? [where('external_id', '=', externalId)] : []),
      ]),
    )
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .executeTakeFirst();
  if (duplicate) throw refuse('CONTACT_EXISTS', { id: duplicate.id, field: sharedField(duplicate, { email, tel }) });
}

const uniqueFields: Readonly<Record<string, 'email' | 'tel' | 'external_id'>> = {
  contacts_email: 'email',
  contacts_tel: 'tel',
  contacts_external_id: 'external_id',
};

/**
 * Writes a contact. Refuses CONTACT_EXISTS where another has the same e-mail, phone or external id, and nobody could be asked for
 * it before: it was written since, or the caller does not see it and is not told which one it is.
 */
export async function refusingUnseen<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const field = error instanceof Error && 'constraint' in error ? uniqueFields[String(error.constraint)] : undefined;
    if (field) throw refuse('CONTACT_EXISTS', { field });
    throw error;
  }
}

function sharedField(
  duplicate: Pick<ContactValues, 'email' | 'tel'>,
  { email, tel }: Pick<ContactValues, 'email' | 'tel'>,
): 'email' | 'tel' | 'external_id' {
  if (email !== null && duplicate.email === email) return 'email';
  return tel !== null && duplicate.tel === tel ? 'tel' : 'external_id';
}
