import { broughtBy, onlyAdds } from '@escuta/contract/imports';
import type { Import } from '@escuta/contract/imports';
import { cardLink, importPages } from '#web/lib/import-pages.ts';

type Results = Pick<Import, 'progress'>;

/** Whether what an import brought can be opened: only once it is complete (1§2.11). */
export function canOpenResults({ progress }: Results): boolean {
  return progress === 1;
}

/** Whether an import ended before its file did. */
export function isStopped({ status }: Pick<Import, 'status'>): boolean {
  return status === 'error' || status === 'cancelled';
}

type Brought = Results & Pick<Import, 'type' | 'status' | 'counts' | 'undo'>;

/**
 * Whether an import has brought something to look at: one that failed or was cancelled keeps what it brought before it stopped, one
 * that was undone what its undo left.
 */
export function hasResults(entry: Brought): boolean {
  const isOver = canOpenResults(entry) || isStopped(entry);
  return isOver && broughtBy(entry) > (entry.undo?.undone ?? 0) && !isLeftWithNothing(entry);
}

/** The undo of what was only added leaves nothing: what it has not taken back was deleted before it. */
function isLeftWithNothing({ type, undo }: Brought): boolean {
  return onlyAdds(type) && undo?.status === 'finished';
}

/** Where what an import brought is shown: contacts in their list, answers in that of the surveys' (1§2.11). */
export function resultsLink(entry: Pick<Import, '_id' | 'type' | 'created_at'>) {
  return importPages[entry.type].results(entry);
}

/** Where a complete import leads: to what it brought, or to its card where that is nothing, or was taken back. */
export function completeLink(entry: Brought & Pick<Import, '_id' | 'created_at'>) {
  return hasResults(entry) ? resultsLink(entry) : cardLink(entry);
}

/** Those of `names` that an import of this type counts: where it only adds, nothing is updated. */
export function countsOf<Name extends string>(type: Import['type'], names: readonly Name[]): Name[] {
  return names.filter((name) => name !== 'updated' || !onlyAdds(type));
}
