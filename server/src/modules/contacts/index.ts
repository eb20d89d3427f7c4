export { emailAddressees, findAddressees, markSent, suppressionOf } from './addressees.ts';
export type { Addressee, HoldReason } from './addressees.ts';
export { normalizePhone } from './contact.ts';
export { findPeople, presentPerson } from './present-person.ts';
export { matching } from './queries.ts';
export type { ContactFilter } from './queries.ts';
