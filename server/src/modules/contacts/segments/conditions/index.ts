import type { ConditionKind, SegmentCondition } from '@escuta/contract/segment-conditions';
import type { RawBuilder } from 'kysely';
import type { ConditionRules, SegmentContext } from './condition.ts';
import { choice } from './choice.ts';
import { consent } from './consent.ts';
import { custom, date, text } from './fields.ts';
import { company, lastScore, scoreChange, segment, survey, tag, ticket } from './relations.ts';

const rules: { readonly [Kind in ConditionKind]: ConditionRules<Kind> } = {
  text,
  date,
  choice,
  custom,
  company,
  tag,
  consent,
  survey,
  lastScore,
  scoreChange,
  ticket,
  segment,
};

/** The rules of a condition's kind, which TypeScript does not see to be of the same kind as the condition. */
function rulesOf({ kind }: SegmentCondition): ConditionRules<ConditionKind> {
  return rules[kind];
}

export function isValidCondition(condition: SegmentCondition, context: SegmentContext): boolean {
  return rulesOf(condition).isValid?.(condition, context) ?? true;
}

/** An SQL expression over a row of `contacts`: whether a condition holds. Never null. */
export function conditionWhere(condition: SegmentCondition, context: SegmentContext): RawBuilder<boolean> {
  return rulesOf(condition).where(condition, context);
}

const costs = ['column', 'text', 'rows'];

/** What a condition costs for each row, as a number that grows with it. */
export function conditionCost(condition: SegmentCondition): number {
  return costs.indexOf(rulesOf(condition).cost);
}
