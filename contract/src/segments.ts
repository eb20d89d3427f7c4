import { z } from 'zod';
import { PickedContacts } from './bulk-actions.ts';
import { Contact, ContactFilterBody } from './contacts.ts';
import { SegmentId, SendId } from './ids.ts';
import { name } from './name.ts';
import { byId, done, instant } from './primitives.ts';
import { route } from './route.ts';
import { SegmentCondition } from './segment-conditions.ts';

/*
 * Segments say by conditions who belongs to them, anew whenever somebody asks; lists hold the contacts that they were made
 * of, and those that somebody has added. Both narrow the list of contacts and are audiences of sends.
 */

/** Of one unit, segments and lists together. */
export const segmentsMax = 200;
/** How deep groups stand in each other (SEGMENT-01). */
export const levelsMax = 3;
/** Of one segment, in all of its groups. */
export const conditionsMax = 50;
/** How many contacts of a segment its builder shows. */
export const sampleMax = 10;
export const segmentNameLengthMax = 80;

/** All of the parts must hold, or any one of them. */
const match = z.enum(['all', 'any']);
export type Match = z.infer<typeof match>;

/** Conditions, and groups of them, that hold together or one for another. */
export interface SegmentGroup {
  readonly match: Match;
  readonly of: readonly SegmentNode[];
}
export type SegmentNode = SegmentGroup | SegmentCondition;

export function isGroup(node: SegmentNode): node is SegmentGroup {
  return 'match' in node;
}

function group<Node extends z.ZodType>(of: Node) {
  return z.object({ match, of: z.array(of).min(1).max(conditionsMax) });
}
const innermost = group(SegmentCondition);
const middle = group(z.union([SegmentCondition, innermost]));

/** The conditions of a segment: groups of at most three levels. */
export const SegmentDefinition = group(z.union([SegmentCondition, middle])).refine(
  (definition) => conditionsOf(definition as SegmentGroup).length <= conditionsMax,
);
export type SegmentDefinition = z.infer<typeof SegmentDefinition>;

/** All conditions of a definition, in their order. */
export function conditionsOf({ of }: SegmentGroup): SegmentCondition[] {
  return of.flatMap((node) => (isGroup(node) ? conditionsOf(node) : [node]));
}

export const segmentKinds = ['segment', 'list'] as const;
export type SegmentKind = (typeof segmentKinds)[number];

export const Segment = z.object({
  _id: SegmentId,
  name: z.string(),
  kind: z.enum(segmentKinds),
  /** Null for a list, and for whoever may not identify people, or not all of them: conditions say names and addresses. */
  definition: SegmentDefinition.nullable(),
  /**
   * How many contacts it held when they were counted: a list when it is asked for, a segment when it was saved. Null for whoever is
   * narrowed to one value: they are of everybody.
   */
  contacts: z.number().int().min(0).nullable(),
  counted_at: instant,
  created_at: instant,
  /** When somebody saved it last. */
  updated_at: instant,
  /** How many segments and sends keep it from being deleted. */
  used_by: z.number().int().min(0),
});
export type Segment = z.infer<typeof Segment>;

const segmentName = name(segmentNameLengthMax);

/** Who a list is made of: those of a segment now, those whom the list of contacts finds, or those picked by hand. */
const ListSource = z.union([
  z.object({ segmentId: SegmentId }),
  z.object({ filter: ContactFilterBody }),
  z.object({ contactIds: PickedContacts }),
]);
export type ListSource = z.infer<typeof ListSource>;

// SEGMENT_EXISTS: another one of the unit has the name. CONDITION_NOT_VALID names its `place`, counted from 0 among all
// conditions. SEGMENT_CYCLE: it would be made of itself, by way of others.
const conflicts = { SEGMENT_EXISTS: 409, CONDITION_NOT_VALID: 422, SEGMENT_CYCLE: 422 } as const;

export const listSegments = route('GET /segments', {
  summary: 'Segments and lists of contacts of the unit, by name',
  permission: 'contacts.read',
  answer: z.object({ data: z.array(Segment) }),
});

export const getSegment = route('GET /segments/:id', {
  summary: 'One segment or list of contacts',
  permission: 'contacts.read',
  params: byId(SegmentId),
  answer: Segment,
});

export const previewSegment = route('POST /segments/preview', {
  summary: 'How many contacts conditions find, and the newest ten of them',
  permission: 'segments.edit',
  body: z.object({
    definition: SegmentDefinition,
    /** The one that is being edited. */
    segmentId: SegmentId.optional(),
  }),
  answer: z.object({ total: z.number().int().min(0), sample: z.array(Contact).max(sampleMax) }),
  errors: { CONDITION_NOT_VALID: 422, SEGMENT_CYCLE: 422 },
});

export const createSegment = route('POST /segments', {
  summary: 'Create a segment',
  permission: 'segments.edit',
  body: z.object({ name: segmentName, definition: SegmentDefinition }),
  answer: Segment,
  status: 201,
  errors: { ...conflicts, TOO_MANY_SEGMENTS: 422 },
});

export const updateSegment = route('PUT /segments/:id', {
  summary: 'Change the name of a segment or list, and the conditions of a segment',
  permission: 'segments.edit',
  params: byId(SegmentId),
  body: z.object({
    name: segmentName,
    /** Absent for a list, whose members stay. */
    definition: SegmentDefinition.optional(),
  }),
  answer: Segment,
  errors: conflicts,
});

/** No list holds more contacts than this. */
export const listedContactsMax = 1_000_000;

export const createContactList = route('POST /contact-lists', {
  summary: 'Freeze who is in a segment, whom the list of contacts finds, or picked contacts, as a list',
  permission: 'segments.edit',
  body: z.object({ name: segmentName, from: ListSource }),
  answer: Segment,
  status: 201,
  errors: { SEGMENT_EXISTS: 409, TOO_MANY_SEGMENTS: 422, LIST_TOO_LONG: 422 },
});

export const addToContactList = route('POST /contact-lists/:id/members', {
  summary:
    'Add to a list who is in a segment, whom the list of contacts finds, or picked contacts: all of them, or nobody',
  permission: 'segments.edit',
  params: byId(SegmentId),
  body: z.object({ from: ListSource }),
  // Who was on it before is not counted.
  answer: z.object({ added: z.number().int().min(0) }),
  // `most` is how many a list holds.
  errors: { LIST_TOO_LONG: 422 },
});

export const removeFromContactList = route('POST /contact-lists/:id/removals', {
  summary:
    'Take off a list who is in a segment, whom the list of contacts finds, or picked contacts, who stay contacts',
  permission: 'segments.edit',
  params: byId(SegmentId),
  body: z.object({ from: ListSource }),
  // Who was not on it is not counted.
  answer: z.object({ removed: z.number().int().min(0) }),
});

/** What keeps a segment from being deleted (SEGMENT-16). */
export const SegmentUser = z.discriminatedUnion('type', [
  z.object({ type: z.literal('segment'), _id: SegmentId, name: z.string() }),
  z.object({ type: z.literal('send'), _id: SendId, name: z.string() }),
]);
export type SegmentUser = z.infer<typeof SegmentUser>;

export const deleteSegment = route('DELETE /segments/:id', {
  summary: 'Delete a segment or list that nothing uses',
  permission: 'segments.edit',
  params: byId(SegmentId),
  answer: done,
  // `users` are what uses it, each a SegmentUser, at most 100.
  errors: { SEGMENT_IN_USE: 409 },
});
