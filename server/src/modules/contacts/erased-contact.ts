import { contactFieldNames, contactFields } from '@escuta/contract/contact-fields';
import type { ContactFieldName } from '@escuta/contract/contact-fields';
import type { Contact } from '@escuta/contract/contacts';
import type { Contacts } from '#platform/db/tables.ts';

type Fields = typeof contactFields;
const erasedFields = Object.fromEntries(contactFieldNames.map((field) => [field, contactFields[field].erased])) as {
  [Field in ContactFieldName]: Fields[Field]['erased'];
};

const erasedParticulars = { language: null, timezone: null, tags: [] as string[] };

/** What stays of a contact of whom nothing is known: where it belongs, its scores and its dates. */
type KeptColumn =
  | 'company_id'
  | 'id'
  | 'business_unit_id'
  | 'source'
  | 'created_import_id'
  | 'last_sent_at'
  | 'last_answered_at'
  | 'last_score'
  | 'last_metric'
  | 'created_at'
  | 'updated_at'
  | 'anonymized_at'
  /** Made of the others. */
  | 'search_text'
  | 'email_hash'
  | 'tel_hash';
type KeptOnWire =
  | '_id'
  | 'source'
  | 'created_at'
  | 'last_score'
  | 'last_metric'
  | 'last_sent_at'
  | 'last_answered_at'
  | 'anonymized_at';

/** The row of somebody of whom nothing is known: a column that is neither kept nor here does not compile. */
export const erasedColumns = {
  ...erasedFields,
  ...erasedParticulars,
  contact_company_id: null,
  custom_fields: '{}',
  custom_search_text: null,
} satisfies Record<Exclude<keyof Contacts, KeptColumn>, unknown>;

/** The same as the wire says it. */
export const erasedAnswer = {
  ...erasedFields,
  ...erasedParticulars,
  _company: null,
  custom_fields: {},
} satisfies Omit<Contact, KeptOnWire>;
