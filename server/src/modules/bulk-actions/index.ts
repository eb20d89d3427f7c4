export { walkTagChanges, type TagChange } from './tag-changes.ts';
export { runBulkAction } from './run-bulk-action.ts';
