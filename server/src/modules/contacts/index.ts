export { normalizePhone } from './contact.ts';
export { matching } from './queries.ts';
export type { ContactFilter } from './queries.ts';
export { upsertContacts } from './upsert-contacts.ts';
export type { IncomingContact, UpsertOutcome, UpsertPlace } from './upsert-decision.ts';
