import type { Import } from '@escuta/contract/imports';

type Results = Pick<Import, 'type' | 'progress'>;

/** Whether the contacts that an import brought can be opened: only once it is complete (1§2.11). */
export function canOpenResults({ type, progress }: Results): boolean {
  return type === 'import_contacts' && progress === 1;
}

/** What the list of contacts needs to show the contacts of one import. */
export function resultsSearch({ _id, created_at }: Pick<Import, '_id' | 'created_at'>) {
  return { importDataId: _id, importDataDate: created_at };
}
