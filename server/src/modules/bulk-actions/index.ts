export { runBulkAction } from './run-bulk-action.ts';
