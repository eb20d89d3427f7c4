import { contactFieldNames } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import type { Contact, getContact } from '@escuta/contract/contacts';
import type { Output } from '@escuta/contract/route';

const nothingKnown = Object.fromEntries(contactFieldNames.map((field) => [field, null])) as Record<
  ContactFieldName,
  null
>;

/** A contact of whom the name and the phone are known. */
export function aContact(changes: Partial<Contact> = {}): Contact {
  return {
    _id: '019a9f3e-0000-7000-8000-00000000000a' as Contact['_id'],
    ...nothingKnown,
    name: 'Maria da Silva',
    tel: '+5511987654321',
    _company: null,
    external_id: null,
    language: null,
    timezone: null,
    tags: [],
    source: 'manual',
    created_at: '2026-11-20T12:00:00.000Z',
    custom_fields: {},
    last_score: null,
    last_metric: null,
    last_sent_at: null,
    last_answered_at: null,
    anonymized_at: null,
    ...changes,
  };
}

/** The same as the editor is given it: what identifies Maria masked, the rest as it is. */
export function edited(contact: Contact): Output<(typeof getContact)['definition']['answer']> {
  const { name, email, tel } = contact;
  const customer = {
    ...contact,
    name: name === '' ? '' : 'Ma*** da Si***',
    email: email && 'ma***@ex***.example',
    tel: tel && '+55 11 9****-**21',
    tel_country: tel && 'BR',
  };
  return { customer, name };
}
