import type { SegmentId } from '@escuta/contract/ids';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { recordAudit } from '#platform/audit/record-audit.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { checkDefinition } from './check-definition.ts';
import { countSegment } from './count-segment.ts';
import { lockSegments } from './queries.ts';
import { segmentContext } from './segment-where.ts';

interface SegmentChange {
  readonly id: SegmentId;
  readonly name: string;
  /** Of a list, nothing: who is in it stays. */
  readonly definition?: SegmentDefinition | undefined;
}

/** Changes a segment, or the name of a list. Refuses NOT_FOUND, SEGMENT_EXISTS and what `checkDefinition` refuses. */
export async function updateSegment(
  tx: Transaction,
  scope: Scope,
  { id, name, definition }: SegmentChange,
  now: Date,
): Promise<void> {
  const rows = await lockSegments(tx, scope);
  const current = rows.find((row) => row.id === id);
  if (!current) throw refuse('NOT_FOUND');
  if (rows.some((row) => row.id !== id && row.name.toLowerCase() === name.toLowerCase()))
    throw refuse('SEGMENT_EXISTS');
  const wanted = current.definition && definition;
  const context = await segmentContext(tx, scope, now);
  if (wanted) await checkDefinition(tx, wanted, { id, context });
  await tx
    .updateTable('segments')
    .set({
      name,
      updated_at: now,
      ...(wanted
        ? { definition: JSON.stringify(wanted), counted: await countSegment(tx, context, wanted), counted_at: now }
        : {}),
    })
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .execute();
  const target = { type: 'segment', id, label: name } as const;
  await recordAudit(tx, scope, { action: 'segment.changed', target }, now);
}
