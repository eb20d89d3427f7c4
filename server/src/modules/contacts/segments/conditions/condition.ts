import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { BusinessUnitId, CompanyId, SegmentId } from '@escuta/contract/ids';
import type { ConditionKind, ConditionOf } from '@escuta/contract/segment-conditions';
import type { SegmentDefinition } from '@escuta/contract/segments';
import { ledLookUp } from '#platform/db/batch.ts';

/** What the statement of a segment knows beside the conditions. */
export interface SegmentContext {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly now: Date;
  /** `YYYY-MM-DD` in the zone of the unit. */
  readonly today: string;
  readonly timezone: string;
  readonly customFields: readonly CustomField[];
  /** Those of the unit; a list has no definition. */
  readonly segments: ReadonlyMap<SegmentId, { readonly definition: SegmentDefinition | null }>;
  /** Whether few contacts are asked about, as `forFew` makes of it: other rows are looked up for each, and not read whole. */
  readonly asksFew: boolean;
  /** The SQL of the conditions of another segment. */
  readonly compile: (definition: SegmentDefinition) => RawBuilder<boolean>;
  /** Whether all that the conditions of another segment name is there, and can still be asked that. */
  readonly isWhole: (definition: SegmentDefinition) => boolean;
}

/** A kind of condition as a statement asks it. */
export interface ConditionRules<Kind extends ConditionKind> {
  /** Whether it can be kept: what it names is there, and can be asked that. It may be gone later. */
  readonly isValid?: (condition: ConditionOf<Kind>, context: SegmentContext) => boolean;
  /** What a row costs: nothing beside reading it, work on its texts, or a look at other rows. */
  readonly cost: 'column' | 'text' | 'rows';
  /** An SQL expression over a row of `contacts`: true or false, never null. */
  readonly where: (condition: ConditionOf<Kind>, context: SegmentContext) => RawBuilder<boolean>;
}

/** True of nobody: a condition of something that is gone finds no one, so that no send goes to more people than was meant. */
export const nobody = sql<boolean>`false`;

/** An expression without null in its place, so that its negation is one of all others. */
export function certainly(expression: RawBuilder<boolean | null>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${expression}, false)`;
}

/**
 * Whether a value is among those of a sub-query of one column that names no contact: it is read once, and each contact is looked up in
 * it. batch.ts: asked apart. Of few contacts each is looked up by an index. batch.ts: led look-ups.
 */
export function among(
  value: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
  { asksFew }: Pick<SegmentContext, 'asksFew'>,
): RawBuilder<boolean> {
  if (asksFew) {
    return sql<boolean>`EXISTS (SELECT FROM (${asked}) AS asked (value) WHERE asked.value = ${value} ${ledLookUp})`;
  }
  return certainly(sql`${value} IN (${asked})`);
}

export function not(expression: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`NOT ${expression}`;
}
