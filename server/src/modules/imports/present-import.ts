import type { Import } from '@escuta/contract/imports';
import { progressOf } from '#platform/jobs/progress.ts';
import type { ImportRow } from './queries.ts';
import { undoUntil, undoOf } from './undo-import.ts';

/** The names that an import shows beside the ids that it keeps. */
export interface ImportNames {
  readonly units: ReadonlyMap<string, string>;
  readonly users: ReadonlyMap<string, string>;
}

/** An import as the wire shows it. */
export function presentImport(row: ImportRow, { units, users }: ImportNames): Import {
  const status = row.status;
  const userName = row.created_by ? users.get(row.created_by) : undefined;
  return {
    _id: row.id,
    type: row.type,
    status,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    totalData: row.total_rows,
    progress: progressOf({ status, total: row.total_rows, done: row.done_rows }),
    file_name: row.file_name,
    counts: {
      created: row.created_rows,
      updated: row.updated_rows,
      unchanged: row.unchanged_rows,
      rejected: row.rejected_rows,
      warned: row.warned_rows,
    },
    error: row.error as Import['error'],
    undoUntil: undoUntil(row)?.toISOString() ?? null,
    undo: undoOf(row),
    business: { _id: row.business_unit_id, nome: units.get(row.business_unit_id) ?? '' },
    user: row.created_by && userName !== undefined ? { _id: row.created_by, nome: userName } : null,
  };
}
