import type { Import } from '@escuta/contract/imports';

type Results = Pick<Import, 'type' | 'progress'>;

/** Whether the contacts that an import brought can be opened: only once it is complete (1§2.11). */
export function canOpenResults({ type, progress }: Results): boolean {
  return type === 'import_contacts' && progress === 1;
}

/** Whether an import ended before its file did. */
export function isStopped({ status }: Pick<Import, 'status'>): boolean {
  return status === 'error' || status === 'cancelled';
}

/**
 * Whether an import has contacts to look at and to write to: one that failed or was cancelled keeps what it brought before it
 * stopped, one that was undone whom its undo left.
 */
export function hasResults(entry: Results & Pick<Import, 'status' | 'counts' | 'undo'>): boolean {
  const { created, updated, unchanged } = entry.counts;
  const isOver = canOpenResults(entry) || (entry.type === 'import_contacts' && isStopped(entry));
  return isOver && created + updated + unchanged > (entry.undo?.undone ?? 0);
}

/** What the list of contacts needs to show the contacts of one import. */
export function resultsSearch({ _id, created_at }: Pick<Import, '_id' | 'created_at'>) {
  return { importDataId: _id, importDataDate: created_at };
}
