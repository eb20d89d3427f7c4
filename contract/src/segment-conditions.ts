import { z } from 'zod';
import { contactFieldNames, contactFields } from './contact-fields.ts';
import type { ContactFieldName } from './contact-fields.ts';
import { tag } from './contact-particulars.ts';
import { ContactCompanyId, SegmentId, SurveyId } from './ids.ts';
import { internalNameLengthMax } from './custom-fields.ts';
import { metrics, scoreMax } from './metrics.ts';
import { day } from './primitives.ts';
import { sendChannel } from './sends.ts';

/*
 * What a segment can ask of a contact, kind by kind. A new kind is an entry of `conditionKinds`, one of the server's list
 * (`modules/contacts/segments/conditions/`), one of the web's (`features/contacts/segments/conditions/`), and its texts.
 */

/** How far a relative date reaches, in days. */
export const relativeDaysMax = 3_650;
const days = z.number().int().min(1).max(relativeDaysMax);

const presence = z.object({ op: z.enum(['known', 'unknown']) });

/** Of a text, whatever its capitals and accents. What is negated is also true of whoever has no value. */
export const TextTest = z.discriminatedUnion('op', [
  z.object({
    op: z.enum(['is', 'isNot', 'contains', 'notContains']),
    value: z.string().normalize().trim().min(1).max(200),
  }),
  presence,
]);
export type TextTest = z.infer<typeof TextTest>;

const numberOps = ['eq', 'lt', 'lte', 'gt', 'gte'] as const;

export const NumberTest = z.discriminatedUnion('op', [
  z.object({ op: z.enum(numberOps), value: z.number() }),
  presence,
]);
export type NumberTest = z.infer<typeof NumberTest>;

/**
 * Of a day, or of an instant by its day in the zone of the unit. Relative days are counted from today, which is one of them:
 * `lastDays` of 7 are today and the six before, `olderThanDays` all before these, `nextDays` today and the six to come.
 */
export const DateTest = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['on', 'before', 'after']), day }),
  z.object({ op: z.enum(['lastDays', 'olderThanDays', 'nextDays']), days }),
  presence,
]);
export type DateTest = z.infer<typeof DateTest>;

/** A test by the operators of its type; the type of a custom field says which it may be. */
export const ValueTest = z.union([TextTest, NumberTest, DateTest]);
export type ValueTest = z.infer<typeof ValueTest>;

/** The fields that every contact has and that are text: name, e-mail, phone. */
type FieldOf<Type extends 'day' | 'text'> = {
  [Field in ContactFieldName]: (typeof contactFields)[Field]['type'] extends 'date'
    ? Type extends 'day'
      ? Field
      : never
    : Type extends 'text'
      ? Field
      : never;
}[ContactFieldName];
const isDay = (field: ContactFieldName): field is FieldOf<'day'> => contactFields[field].type === 'date';
const isText = (field: ContactFieldName): field is FieldOf<'text'> => !isDay(field);
export const textFields = contactFieldNames.filter(isText);
/** And those that are days or instants. */
export const dateFields = [
  ...contactFieldNames.filter(isDay),
  'created_at' as const,
  'last_sent_at' as const,
  'last_answered_at' as const,
];
export type DateField = (typeof dateFields)[number];

/**
 * What is known of a channel. Whether it may be used: `open` with an address and nothing against it, else why not. And what the
 * newest entry of the history of consent says, `unsaid` where there is none.
 */
export const consentStates = ['open', 'unsubscribed', 'suppressed', 'granted', 'withdrawn', 'unsaid'] as const;
export type ConsentState = (typeof consentStates)[number];

/** What is known of a contact beside its fields, and is one of few. */
export const choiceFields = ['language', 'timezone', 'source'] as const;
export type ChoiceField = (typeof choiceFields)[number];

/** By its `kind`. */
export const conditionKinds = {
  /** Name, e-mail, phone or external id. */
  text: z.object({ kind: z.literal('text'), field: z.enum(textFields), test: TextTest }),
  /** Birthday, and the dates that the product notes. */
  date: z.object({ kind: z.literal('date'), field: z.enum(dateFields), test: DateTest }),
  /** Language, time zone, and where the contact came from. */
  choice: z.object({
    kind: z.literal('choice'),
    field: z.enum(choiceFields),
    test: z.discriminatedUnion('op', [
      z.object({ op: z.enum(['is', 'isNot']), value: z.string().min(1).max(60) }),
      presence,
    ]),
  }),
  /** A field of the company's own, by its internal name. */
  custom: z.object({ kind: z.literal('custom'), field: z.string().min(1).max(internalNameLengthMax), test: ValueTest }),
  /** Where the contact works. */
  company: z.object({
    kind: z.literal('company'),
    test: z.discriminatedUnion('op', [z.object({ op: z.enum(['is', 'isNot']), value: ContactCompanyId }), presence]),
  }),
  /** What people sort contacts by, whatever its capitals; whether there is any. */
  tag: z.object({
    kind: z.literal('tag'),
    test: z.discriminatedUnion('op', [z.object({ op: z.enum(['has', 'hasNot']), value: tag }), presence]),
  }),
  /** Whether a channel may be used, and what was said of it. */
  consent: z.object({ kind: z.literal('consent'), channel: sendChannel, is: z.enum(consentStates) }),
  /** Whether a survey, or any, went out to the contact, was opened by them or came back in the last days. */
  survey: z.object({
    kind: z.literal('survey'),
    did: z.enum(['sent', 'notSent', 'opened', 'notOpened', 'answered', 'notAnswered']),
    surveyId: SurveyId.nullable(),
    days,
  }),
  /** The last score, of one metric: 5 of 5 is not 5 of 10. */
  lastScore: z.object({
    kind: z.literal('lastScore'),
    metric: z.enum(metrics),
    op: z.enum(numberOps),
    value: z.number().int().min(0).max(scoreMax),
  }),
  /** Whether the last two scores of the same metric fall into different groups. */
  scoreChange: z.object({ kind: z.literal('scoreChange'), direction: z.enum(['any', 'up', 'down']) }),
  /** Whether the contact has a ticket that is open: until tickets have a state, a response with a low score (decision 0045, 4). */
  ticket: z.object({ kind: z.literal('ticket'), is: z.enum(['open', 'none']) }),
  /** Who is in another segment or list, or is not. */
  segment: z.object({ kind: z.literal('segment'), segmentId: SegmentId, op: z.enum(['in', 'notIn']) }),
} as const;
export type ConditionKind = keyof typeof conditionKinds;
export const conditionKindNames = Object.keys(conditionKinds) as ConditionKind[];
export type ConditionOf<Kind extends ConditionKind> = z.infer<(typeof conditionKinds)[Kind]>;

const schemas = Object.values(conditionKinds);
export const SegmentCondition = z.discriminatedUnion('kind', schemas as [(typeof schemas)[number]]);
export type SegmentCondition = { [Kind in ConditionKind]: ConditionOf<Kind> }[ConditionKind];
