export { normalizePhone } from './contact.ts';
export { matching } from './queries.ts';
export type { ContactFilter } from './queries.ts';
export { findContactNames } from './contact-names.ts';
export { markAnswered } from './mark-answered.ts';
export type { AnswerMark } from './mark-answered.ts';
export { suppressContact } from './suppress-contact.ts';
export { upsertContacts } from './upsert-contacts.ts';
export type { IncomingContact, UpsertOutcome, UpsertPlace } from './upsert-decision.ts';
