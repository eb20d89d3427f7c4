export { walkContactChanges } from './contact-changes.ts';
export type { ContactChange } from './contact-changes.ts';
