import { SegmentCondition } from '@escuta/contract/segment-conditions';
import type { ConditionKind } from '@escuta/contract/segment-conditions';
import { choice } from '#web/features/contacts/segments/conditions/choice.tsx';
import { company } from '#web/features/contacts/segments/conditions/company.tsx';
import type {
  AnyDraft,
  ConditionEntry,
  ConditionSources,
  SegmentTexts,
  Subject,
} from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { consent } from '#web/features/contacts/segments/conditions/consent.tsx';
import { custom } from '#web/features/contacts/segments/conditions/custom.tsx';
import { date } from '#web/features/contacts/segments/conditions/date.tsx';
import { lastScore } from '#web/features/contacts/segments/conditions/last-score.tsx';
import { scoreChange } from '#web/features/contacts/segments/conditions/score-change.tsx';
import { segment } from '#web/features/contacts/segments/conditions/segment.tsx';
import { survey } from '#web/features/contacts/segments/conditions/survey.tsx';
import { tag } from '#web/features/contacts/segments/conditions/tag.tsx';
import { text } from '#web/features/contacts/segments/conditions/text.tsx';
import { ticket } from '#web/features/contacts/segments/conditions/ticket.tsx';

/** In the order in which subjects are offered. */
const entries: { readonly [Kind in ConditionKind]: ConditionEntry<Kind> } = {
  text,
  date,
  choice,
  company,
  tag,
  custom,
  consent,
  survey,
  lastScore,
  scoreChange,
  ticket,
  segment,
};

/** The entry of a condition's kind, which TypeScript does not see to be of the same kind as the condition. */
export function entryOf({ kind }: Pick<AnyDraft, 'kind'>): ConditionEntry<ConditionKind> {
  return entries[kind];
}

/** A saved condition, as the builder takes it up. */
export function takenUp(condition: AnyDraft, sources: ConditionSources): AnyDraft {
  return entryOf(condition).takenUp?.(condition, sources) ?? condition;
}

/** All that conditions can be about. */
export function allSubjects(t: SegmentTexts, sources: ConditionSources): Subject[] {
  return Object.values(entries).flatMap((entry) => entry.subjects(t, sources) as readonly Subject[]);
}

/** The condition, where nothing is missing of it. */
export function finished(condition: AnyDraft): SegmentCondition | undefined {
  return SegmentCondition.safeParse(condition).data;
}
