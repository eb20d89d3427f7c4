import { customFieldOf } from '@escuta/contract/imports';
import type { Import, ImportField } from '@escuta/contract/imports';

/** What makes a mapping unusable, in the params of MAPPING_NOT_VALID. */
export type MappingProblem = 'columns' | 'field_twice' | 'field_unknown' | 'no_address';

/** What a mapping is held against. */
export interface MappedTable {
  readonly columnCount: number;
  /** The internal names of the custom fields that the company has. */
  readonly customFields: ReadonlySet<string>;
}

/** Whether a mapping says what every column becomes, each field at most once, and by what a contact is found. */
export function mappingProblem(
  mapping: readonly ImportField[],
  { columnCount, customFields }: MappedTable,
): MappingProblem | null {
  if (mapping.length !== columnCount) return 'columns';
  const fields = mapping.filter((field) => field !== 'ignore');
  if (new Set(fields).size !== fields.length) return 'field_twice';
  const custom = fields.map(customFieldOf);
  if (custom.some((name) => name !== null && !customFields.has(name))) return 'field_unknown';
  return fields.some((field) => field === 'email' || field === 'tel' || field === 'external_id') ? null : 'no_address';
}

/** Progress from 0 to 1: 1 only when the import has finished. */
export function progressOf({ status, total, done }: { status: Import['status']; total: number; done: number }): number {
  if (status === 'finished') return 1;
  return total === 0 ? 0 : Math.min(done / total, 0.999);
}
