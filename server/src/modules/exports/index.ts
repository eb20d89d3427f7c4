export { findEndedExport } from './ended-export.ts';
export { forgetPerson } from './forget-person.ts';
export { runExport } from './run-export.ts';
