import type { ImportField } from '@escuta/contract/imports';

/** What any mapping has: something for every column, each thing at most once. */
export function columnsProblem(mapping: readonly ImportField[], columnCount: number): 'columns' | 'field_twice' | null {
  if (mapping.length !== columnCount) return 'columns';
  const fields = mapping.filter((field) => field !== 'ignore');
  return new Set(fields).size === fields.length ? null : 'field_twice';
}
