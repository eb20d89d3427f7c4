export { normalizePhone } from './contact.ts';
export { matching } from './queries.ts';
export type { ContactFilter } from './queries.ts';
