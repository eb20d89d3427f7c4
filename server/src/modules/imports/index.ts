export { findEndedImport } from './ended-import.ts';
export { runImport } from './run-import.ts';
