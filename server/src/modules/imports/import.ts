import type { Import, ImportField } from '@escuta/contract/imports';

/** What any mapping has: something for every column, each thing at most once. */
export function columnsProblem(mapping: readonly ImportField[], columnCount: number): 'columns' | 'field_twice' | null {
  if (mapping.length !== columnCount) return 'columns';
  const fields = mapping.filter((field) => field !== 'ignore');
  return new Set(fields).size === fields.length ? null : 'field_twice';
}

/** Progress from 0 to 1: 1 only when the import has finished. */
export function progressOf({ status, total, done }: { status: Import['status']; total: number; done: number }): number {
  if (status === 'finished') return 1;
  return total === 0 ? 0 : Math.min(done / total, 0.999);
}
