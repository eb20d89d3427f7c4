import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SegmentId } from '@escuta/contract/ids';
import { conditionsOf, isGroup } from '@escuta/contract/segments';
import type { SegmentDefinition, SegmentNode } from '@escuta/contract/segments';
import { findBusinessUnit } from '#modules/companies/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { refuse } from '#platform/http/refusal.ts';
import { dayIn } from '#platform/time/clock.ts';
import { listCustomFields } from '../custom-fields/queries.ts';
import { conditionCost, conditionWhere, isValidCondition } from './conditions/index.ts';
import { nobody } from './conditions/condition.ts';
import type { SegmentContext } from './conditions/condition.ts';
import { segment as membership } from './conditions/relations.ts';
import { listSegmentRows } from './queries.ts';
import type { SegmentUnit } from './queries.ts';

/** What the statement of any segment of a unit needs to know. */
export async function segmentContext(tx: Transaction, unit: SegmentUnit, now: Date): Promise<SegmentContext> {
  const { companyId, businessUnitId } = unit;
  const found = await findBusinessUnit(tx, companyId, businessUnitId);
  if (!found) throw refuse('NOT_FOUND');
  const rows = await listSegmentRows(tx, unit);
  const context: SegmentContext = {
    companyId,
    businessUnitId,
    now,
    today: dayIn(found.timezone, now),
    timezone: found.timezone,
    customFields: await listCustomFields(tx, companyId),
    segments: new Map(rows.map((row) => [row.id, row])),
    asksFew: false,
    compile: (definition) => definitionWhere(definition, context),
    isWhole: (definition) => isWhole(definition, context),
  };
  return context;
}

/** The same for a statement that asks about few contacts. */
export function forFew(context: SegmentContext): SegmentContext {
  const few: SegmentContext = {
    ...context,
    asksFew: true,
    compile: (definition) => definitionWhere(definition, few),
  };
  return few;
}

/** Whether everything that conditions name is there, and what other segments name that they ask for. */
function isWhole(definition: SegmentDefinition, context: SegmentContext): boolean {
  return conditionsOf(definition).every((condition) => {
    if (condition.kind !== 'segment') return isValidCondition(condition, context);
    const named = context.segments.get(condition.segmentId);
    return named !== undefined && (named.definition === null || isWhole(named.definition, context));
  });
}

/** An SQL expression over a row of `contacts`: whether the conditions hold. */
export function definitionWhere(definition: SegmentDefinition, context: SegmentContext): RawBuilder<boolean> {
  return nodeWhere(definition, context);
}

function nodeWhere(node: SegmentNode, context: SegmentContext): RawBuilder<boolean> {
  if (!isGroup(node)) return conditionWhere(node, context);
  // PostgreSQL asks the parts of an OR as they stand, and stops at the first that holds.
  const parts = node.of
    .toSorted((one, other) => nodeCost(one) - nodeCost(other))
    .map((part) => nodeWhere(part, context));
  return sql<boolean>`(${sql.join(parts, node.match === 'all' ? sql` AND ` : sql` OR `)})`;
}

function nodeCost(node: SegmentNode): number {
  return isGroup(node) ? Math.max(...node.of.map(nodeCost)) : conditionCost(node);
}

/**
 * An SQL expression over a row of `contacts`: whether somebody is in a segment or a list of the unit now. In one that is gone, or
 * is another unit's, nobody is. Undefined where no segment is asked for.
 */
export async function segmentWhere(
  tx: Transaction,
  { segmentId, now, ...unit }: SegmentUnit & { readonly segmentId: SegmentId | undefined; readonly now: Date },
): Promise<RawBuilder<boolean> | undefined> {
  if (!segmentId) return undefined;
  const context = await segmentContext(tx, unit, now);
  if (!context.segments.has(segmentId)) return nobody;
  return membership.where({ kind: 'segment', segmentId, op: 'in' }, context);
}
