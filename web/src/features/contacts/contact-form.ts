import {
  contactField,
  contactFields,
  isPlausibleDay,
  mayBePhone,
  typedFieldNames,
} from '@escuta/contract/contact-fields';
import { isName } from '@escuta/contract/name';
import type { TypedFieldName } from '@escuta/contract/contact-fields';
import type { Contact, ContactChange, ContactForm } from '@escuta/contract/contacts';
import { readDay, writtenDay } from '@escuta/contract/day-text';
import type { DayOrder } from '@escuta/contract/day-text';
import { readableEmail } from '@escuta/contract/email-address';
import { tidyName } from '@escuta/contract/name';
import { formatPhone } from '#web/lib/format-phone.ts';
import { currentLanguage } from '#web/lib/language.ts';

/** The form's shape: what stands in each of its fields, empty text for what is missing. */
export type TypedContact = Record<TypedFieldName, string>;

/** A contact as the form shows it; an empty form for a new one. */
export function typedContact(contact: Contact | undefined): TypedContact {
  const typed = typedFieldNames.map((field) => [field, typedField(field, contact?.[field] ?? '')]);
  return Object.fromEntries(typed) as TypedContact;
}

/** A value as people read and write it. */
export function typedField(field: TypedFieldName, value: string): string {
  const { type } = contactField(field);
  if (type === 'email') return readableEmail(value);
  if (type === 'phone') return formatPhone(value);
  return type === 'date' ? writtenDay(value, dayOrder()) : value;
}

/** English is American. */
export function dayOrder(): DayOrder {
  return currentLanguage() === 'en' ? 'month-day' : 'day-month';
}

/** The contract's shape of what was typed. */
export function contactForm(typed: TypedContact, today: string): ContactForm {
  const said = typedFieldNames.map((field) => {
    const isDate = contactField(field).type === 'date';
    return [field, (isDate ? readDay(typed[field], today, dayOrder()) : typed[field]) || null] as const;
  });
  return { ...(Object.fromEntries(said) as Pick<ContactForm, TypedFieldName>), name: typed.name };
}

/** The same of what was typed over what was held, and nothing of the rest: a mask that was left as it is says nothing. */
export function contactChange(typed: TypedContact, held: TypedContact, today: string): Partial<ContactChange> {
  const form = contactForm(typed, today);
  return Object.fromEntries(
    typedFieldNames.filter((field) => typed[field] !== held[field]).map((field) => [field, form[field]]),
  );
}

/** What is wrong with a field before anybody is asked: the key of its sentence, or null. What may be a phone is judged by the server. */
export function fieldProblem(field: TypedFieldName, typed: TypedContact, today: string) {
  const text = typed[field];
  // Its length is the contract's to judge.
  if (field === 'name' && tidyName(text) === '') return 'form.nameRequired';
  if (field === 'name') return isName(text) ? null : 'form.nameNotValid';
  if (field === 'email' && text === '') return typed.tel === '' ? 'notify:contato.warning_contact_data' : null;
  const { type } = contactField(field);
  if (type === 'email') return contactFields[field].form.safeParse(text).success ? null : 'form.emailInvalid';
  if (type === 'phone') return text === '' || mayBePhone(text) ? null : 'form.phoneInvalid';
  if (type !== 'date' || text === '') return null;
  const day = readDay(text, today, dayOrder());
  return day !== null && isPlausibleDay(contactField(field), day, today) ? null : 'form.dateInvalid';
}
