import type { SegmentId } from '@escuta/contract/ids';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { findUsers, lockSegments } from './queries.ts';

/** Deletes a segment or list. Refuses NOT_FOUND, and SEGMENT_IN_USE with what uses it. */
export async function deleteSegment(tx: Transaction, scope: Scope, id: SegmentId, now: Date): Promise<void> {
  const { companyId } = scope;
  const rows = await lockSegments(tx, scope);
  const current = rows.find((row) => row.id === id);
  if (!current) throw refuse('NOT_FOUND');
  const users = await findUsers(tx, scope, { id, rows });
  if (users.length > 0) throw refuse('SEGMENT_IN_USE', { users });
  await tx.deleteFrom('segment_members').where('company_id', '=', companyId).where('segment_id', '=', id).execute();
  await tx.deleteFrom('segments').where('company_id', '=', companyId).where('id', '=', id).execute();
  const target = { type: 'segment', id, label: current.name } as const;
  await recordAudit(tx, scope, { action: 'segment.deleted', target }, now);
}
