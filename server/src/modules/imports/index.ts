export { findEndedImport } from './ended-import.ts';
export { forgetPerson, holdImports } from './forget-person.ts';
export { runImport } from './run-import.ts';
