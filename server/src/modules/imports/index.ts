export { findEndedImport } from './ended-import.ts';
export { findImportFiles } from './queries.ts';
export { forgetPerson, holdImports } from './forget-person.ts';
export { runImport } from './run-import.ts';
export { runRehearsal } from './rehearsal/run-rehearsal.ts';
export { runUndo } from './undo-import.ts';
export { uploadKeptMs } from './forget-uploads.ts';
export { importedFileKeptMs } from './remove-imported-files.ts';
