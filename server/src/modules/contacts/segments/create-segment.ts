import type { SegmentId } from '@escuta/contract/ids';
import { segmentsMax } from '@escuta/contract/segments';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { holdBusinessUnit } from '#modules/companies/index.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { checkDefinition } from './check-definition.ts';
import { countSegment } from './count-segment.ts';
import { lockSegments } from './queries.ts';
import { segmentContext } from './segment-where.ts';

interface SegmentForm {
  readonly name: string;
  readonly definition: SegmentDefinition;
}

/** Creates a segment. Refuses SEGMENT_EXISTS, TOO_MANY_SEGMENTS beyond 200, and what `checkDefinition` refuses. */
export async function createSegment(
  tx: Transaction,
  scope: Scope,
  { name, definition }: SegmentForm,
  now: Date,
): Promise<SegmentId> {
  await admitSegment(tx, scope, name);
  const context = await segmentContext(tx, scope, now);
  await checkDefinition(tx, definition, { id: undefined, context });
  const id = newId<SegmentId>();
  await insertSegment(tx, scope, { id, name, now, definition, counted: await countSegment(tx, context, definition) });
  const target = { type: 'segment', id, label: name } as const;
  await recordAudit(tx, scope, { action: 'segment.created', target }, now);
  return id;
}

/** Refuses one more segment or list where there are too many, or another one has the name, whatever its capitals. */
export async function admitSegment(tx: Transaction, scope: Scope, name: string): Promise<void> {
  await holdBusinessUnit(tx, scope.companyId, scope.businessUnitId);
  const rows = await lockSegments(tx, scope);
  if (rows.length >= segmentsMax) throw refuse('TOO_MANY_SEGMENTS', { most: segmentsMax });
  if (rows.some((row) => row.name.toLowerCase() === name.toLowerCase())) throw refuse('SEGMENT_EXISTS');
}

interface NewSegment {
  readonly id: SegmentId;
  readonly name: string;
  readonly now: Date;
  /** Absent for a list. */
  readonly definition?: SegmentDefinition;
  readonly counted?: number;
}

/** Writes a segment, or a list without its members. Refuses SEGMENT_EXISTS for the first ones of two people at once. */
export async function insertSegment(
  tx: Transaction,
  { companyId, businessUnitId, userId }: Scope,
  { id, name, now, definition, counted }: NewSegment,
): Promise<void> {
  const written = await tx
    .insertInto('segments')
    .values({
      company_id: companyId,
      id,
      business_unit_id: businessUnitId,
      name,
      kind: definition ? 'segment' : 'list',
      definition: definition ? JSON.stringify(definition) : null,
      counted: counted ?? null,
      counted_at: counted === undefined ? null : now,
      created_by: userId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) throw refuse('SEGMENT_EXISTS');
}
