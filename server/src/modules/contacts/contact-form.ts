import { contactField, contactFieldNames, isPlausibleDay } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import type { ContactForm } from '@escuta/contract/contacts';
import type { ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { normalizePhone } from './contact.ts';
import type { ContactValues } from './contact-fields.ts';

/** What a form says of a contact: fields that are left out stay as they are. */
type FormValues = Partial<ContactValues> & { readonly name: string };
type FormParticulars = Pick<ContactForm, 'language' | 'timezone' | 'tags'>;

/**
 * The fields of a form as they are kept. Refuses PHONE_NOT_VALID, FIELD_NOT_VALID for a day that is not plausible, and
 * ADDRESS_MISSING when there is neither e-mail nor phone.
 */
export function keptFields(form: ContactForm, now: Date): FormValues {
  const today = now.toISOString().slice(0, 10);
  const said = contactFieldNames.flatMap((field) => {
    const typed = form[field];
    return typed === undefined ? [] : [[field, typed === null ? null : keptField(field, typed, today)] as const];
  });
  const values = { ...Object.fromEntries(said), name: form.name } as FormValues;
  if (!values.email && !values.tel) throw refuse('ADDRESS_MISSING');
  return values;
}

function keptField(field: ContactFieldName, typed: string, today: string): string | null {
  const rules = contactField(field);
  if (rules.type === 'date' && !isPlausibleDay(rules, typed, today)) throw refuse('FIELD_NOT_VALID', { field });
  if (rules.type !== 'phone' || typed === '') return typed || null;
  const tel = normalizePhone(typed);
  if (!tel) throw refuse('PHONE_NOT_VALID');
  return tel;
}

/** What a form says beside the fields, as it is kept. */
export function keptParticulars({ language, timezone, tags }: ContactForm): FormParticulars {
  return {
    ...(language === undefined ? {} : { language }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** Refuses CONTACT_EXISTS, with the id of the other contact, when the unit has one with the same e-mail, phone or external id. */
export async function refuseDuplicate(
  tx: Transaction,
  scope: Scope,
  { email = null, tel = null, external_id: externalId = null }: FormValues,
  except?: ContactId,
): Promise<void> {
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

function sharedField(
  duplicate: Pick<ContactValues, 'email' | 'tel'>,
  { email, tel }: Pick<ContactValues, 'email' | 'tel'>,
): 'email' | 'tel' | 'external_id' {
  if (email !== null && duplicate.email === email) return 'email';
  return tel !== null && duplicate.tel === tel ? 'tel' : 'external_id';
}
