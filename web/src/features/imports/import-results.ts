import type { Import } from '@escuta/contract/imports';

type Results = Pick<Import, 'progress'>;

/** Whether what an import brought can be opened: only once it is complete (1§2.11). */
export function canOpenResults({ progress }: Results): boolean {
  return progress === 1;
}

/** Whether an import ended before its file did. */
export function isStopped({ status }: Pick<Import, 'status'>): boolean {
  return status === 'error' || status === 'cancelled';
}

/**
 * Whether an import has brought something to look at: one that failed or was cancelled keeps what it brought before it stopped, one
 * that was undone what its undo left.
 */
export function hasResults(entry: Results & Pick<Import, 'status' | 'counts' | 'undo'>): boolean {
  const { created, updated, unchanged } = entry.counts;
  const isOver = canOpenResults(entry) || isStopped(entry);
  return isOver && created + updated + unchanged > (entry.undo?.undone ?? 0);
}

/** Where what an import brought is shown: contacts in their list, answers in that of the surveys' (1§2.11). */
export function resultsLink({ _id, type, created_at }: Pick<Import, '_id' | 'type' | 'created_at'>) {
  return type === 'import_answers'
    ? ({ to: '/customer-feedback', search: { importDataId: _id } } as const)
    : ({ to: '/contatos', search: { importDataId: _id, importDataDate: created_at } } as const);
}

/** Those of `names` that an import of this type counts: an answer is added, never changed, so of answers nothing is updated. */
export function countsOf<Name extends string>(type: Import['type'], names: readonly Name[]): Name[] {
  return names.filter((name) => name !== 'updated' || type === 'import_contacts');
}
