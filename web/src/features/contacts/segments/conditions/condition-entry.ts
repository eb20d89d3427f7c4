import type { CustomField } from '@escuta/contract/custom-fields';
import type { ConditionKind, ConditionOf } from '@escuta/contract/segment-conditions';
import type { Segment } from '@escuta/contract/segments';
import type { Survey } from '@escuta/contract/surveys';
import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import type { ComponentType } from 'react';

/** What somebody types or chooses last: a condition of which it is missing stands in the builder and is not finished. */
type Missing = 'value' | 'day' | 'days' | 'segmentId';
type Unfinished<T> = T extends string | number | null
  ? T
  : { readonly [K in keyof T]: K extends Missing ? T[K] | null : Unfinished<T[K]> };

/** A condition as it is being made. */
export type Draft<Kind extends ConditionKind> = Unfinished<ConditionOf<Kind>>;
export type AnyDraft = { [Kind in ConditionKind]: Draft<Kind> }[ConditionKind];

/** What conditions can name. */
export interface ConditionSources {
  readonly customFields: readonly CustomField[];
  /** The segments and lists of the unit but the one that is edited. */
  readonly segments: readonly Segment[];
  readonly surveys: readonly Survey[];
}

export const SourcesContext = createContext<ConditionSources>({ customFields: [], segments: [], surveys: [] });
export const useSources = (): ConditionSources => useContext(SourcesContext);

export type SegmentTexts = TFunction<'segments'>;

/** Under which heading a subject is offered, in the order of the choice. */
export const subjectGroups = ['contact', 'custom', 'consent', 'surveys', 'others'] as const;

/** What a condition can be about, as the first choice of its row offers it. */
export interface Subject<Kind extends ConditionKind = ConditionKind> {
  /** Unique among all subjects. */
  readonly key: string;
  readonly label: string;
  readonly group: (typeof subjectGroups)[number];
  /** The condition that the row begins with. */
  readonly start: Draft<Kind>;
}

export interface ConditionProps<Kind extends ConditionKind> {
  readonly condition: Draft<Kind>;
}
export interface FieldsProps<Kind extends ConditionKind> extends ConditionProps<Kind> {
  readonly onChange: (condition: Draft<Kind>) => void;
}

/** A kind of condition as the builder shows it. */
export interface ConditionEntry<Kind extends ConditionKind> {
  readonly subjects: (t: SegmentTexts, sources: ConditionSources) => readonly Subject<Kind>[];
  /** The key of the subject that a condition is about. */
  readonly subjectOf: (condition: Draft<Kind>) => string;
  /** A saved condition as the builder takes it up, where that is not as it was saved. */
  readonly takenUp?: (condition: Draft<Kind>, sources: ConditionSources) => Draft<Kind>;
  /** What is asked of the subject. */
  readonly Fields: ComponentType<FieldsProps<Kind>>;
  /** A finished condition in plain words. */
  readonly Sentence: ComponentType<ConditionProps<Kind>>;
}
