import type { UploadId } from '@escuta/contract/ids';
import type { Rehearsal } from '@escuta/contract/imports';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { progressOf } from '#platform/jobs/progress.ts';
import { findRehearsal } from './rehearsal-rows.ts';

/** How far the rehearsal of a file of the unit is, and what it found. Refuses NOT_FOUND, also once the import has begun. */
export async function readRehearsal(tx: Transaction, scope: Scope, uploadId: UploadId): Promise<Rehearsal> {
  const row = await findRehearsal(tx, scope, uploadId);
  if (!row) throw refuse('NOT_FOUND');
  const { status, total_rows: total } = row;
  const done = row.created_rows + row.updated_rows + row.unchanged_rows + row.rejected_rows;
  return {
    _id: row.id,
    status,
    progress: progressOf({ status, total, done }),
    totalData: total,
    counts: {
      created: row.created_rows,
      updated: row.updated_rows,
      unchanged: row.unchanged_rows,
      rejected: row.rejected_rows,
      warned: row.warned_rows,
    },
    issues: row.issues as Rehearsal['issues'],
    error: row.error as Rehearsal['error'],
  };
}
