export { runImport } from './run-import.ts';
