import { z } from 'zod';
import { contactFieldNames } from './contact-fields.ts';
import { particularNames } from './contact-particulars.ts';
import { Contact } from './contacts.ts';
import { BusinessUnitId, ContactId, DuplicatePairId, MergeId } from './ids.ts';
import { byId, done, instant, paged, paging } from './primitives.ts';
import { route } from './route.ts';
import { sendChannel } from './sends.ts';

/*
 * Contacts that are one person: suggested two by two, and merged into one of them. The other one is gone then, and comes back
 * whole where the merge is reversed.
 */

/** For how long a merge can be reversed. */
export const reversibleDays = 30;

/** Why two contacts may be one person (decision 36). */
export const duplicateReasons = ['document', 'email', 'phone', 'name'] as const;
export const duplicateReason = z.enum(duplicateReasons);
export type DuplicateReason = z.infer<typeof duplicateReason>;

/**
 * What is chosen side by side, beside the custom fields: each field that holds one value, by the name that a contact has it under.
 * Tags are joined.
 */
export const chosenFields = [...new Set<string>([...contactFieldNames, ...particularNames, '_company'])].filter(
  (name) => name !== 'tags',
) as readonly ChosenField[];
export type ChosenField = Exclude<
  (typeof contactFieldNames)[number] | (typeof particularNames)[number] | '_company',
  'tags'
>;

/** How a custom field is called among the choices. */
export function customChoice(internalName: string): string {
  return `custom_fields.${internalName}`;
}

/** A misspelt name would leave the value that was not meant. */
function isChoice(name: string): boolean {
  return chosenFields.some((field) => field === name) || name.startsWith(customChoice(''));
}

const unit = z.object({ _id: BusinessUnitId, nome: z.string() });

export const DuplicatePair = z.object({
  _id: DuplicatePairId,
  reasons: z.array(duplicateReason),
  /** The one that was there first stands first; each with its unit. */
  contacts: z.array(z.object({ contact: Contact, business: unit })).length(2),
  /** Contacts of two units are not merged: each unit keeps its own history. */
  can_merge: z.boolean(),
});
export type DuplicatePair = z.infer<typeof DuplicatePair>;

export const listDuplicates = route('GET /contacts/duplicates', {
  summary:
    'Contacts of the unit that may be one person, two by two, also with one of another unit that the caller may see',
  permission: 'contacts.merge',
  query: paging,
  answer: paged(DuplicatePair).extend({
    /** When they were looked for last; null where nobody ever has. */
    searched_at: instant.nullable(),
    /** Somebody has asked for another search, which is not done yet. */
    is_searching: z.boolean(),
  }),
});

export const searchDuplicates = route('POST /contacts/duplicates/searches', {
  summary: 'Look for duplicates again, in the background; while that goes on, asking again changes nothing',
  permission: 'contacts.merge',
  answer: done,
  status: 202,
});

export const dismissDuplicate = route('POST /duplicate-pairs/:id/dismissal', {
  summary: 'Say that two contacts are not the same person: they are not suggested any more',
  permission: 'contacts.merge',
  params: byId(DuplicatePairId),
  answer: done,
});

export const undismissDuplicate = route('DELETE /duplicate-pairs/:id/dismissal', {
  summary: 'Take back that two contacts are not the same person',
  permission: 'contacts.merge',
  params: byId(DuplicatePairId),
  answer: done,
});

/** What of a contact a choice was made by: another one where somebody has changed it since. */
const version = z.string().regex(/^[0-9a-f]{64}$/);

export const compareContacts = route('GET /contacts/:id/comparison', {
  summary: 'Two contacts side by side, to be merged: the one that would stay, and the other',
  permission: 'contacts.merge',
  params: byId(ContactId),
  query: z.object({ with: ContactId }),
  answer: z.object({
    kept: z.object({ contact: Contact, version }),
    other: z.object({ contact: Contact, version }),
    /** The choices in which both hold something, and not the same: also where both are shown masked. */
    differing: z.array(z.string()),
    /** Channels that the merged contact will not be written to over, because one of both stopped them. */
    stopped: z.array(sendChannel),
  }),
  errors: { CONTACT_ANONYMIZED: 409, SAME_CONTACT: 422 },
});

export const sides = ['kept', 'other'] as const;
export type Side = (typeof sides)[number];

export const MergeForm = z.object({
  /** Who is absorbed. */
  other: ContactId,
  versions: z.object({ kept: version, other: version }),
  /**
   * Whose value stays, by the name of the field (`chosenFields`, `customChoice`). Where nothing is said, that of the one who stays,
   * or of the other where the first has none.
   */
  choices: z.record(z.string().max(200).refine(isChoice), z.enum(sides)).default({}),
});
export type MergeForm = z.input<typeof MergeForm>;

export const Merge = z.object({
  _id: MergeId,
  _contact: ContactId,
  absorbed: z.object({ _id: ContactId, name: z.string() }),
  merged_at: instant,
  by: z.string().nullable(),
  undo_until: instant,
  /** Only the last merge of a contact is reversed, then the one before. */
  can_undo: z.boolean(),
});
export type Merge = z.infer<typeof Merge>;

export const mergeContacts = route('POST /contacts/:id/merges', {
  summary:
    'Merge another contact of the unit into this one: history, lists and tags are joined, and whoever opted out stays so',
  permission: 'contacts.merge',
  params: byId(ContactId),
  body: MergeForm,
  answer: Merge,
  status: 201,
  // CONTACT_CHANGED says in `side` which of both has changed since they were compared.
  errors: {
    CONTACT_ANONYMIZED: 409,
    CONTACT_CHANGED: 409,
    SAME_CONTACT: 422,
    ADDRESS_MISSING: 422,
    TOO_MANY_TAGS: 422,
  },
});

export const listMerges = route('GET /contacts/:id/merges', {
  summary: 'The merges into a contact that can still be reversed, the last one first',
  permission: 'contacts.merge',
  params: byId(ContactId),
  answer: z.object({ data: z.array(Merge) }),
});

/** Why a merge cannot be reversed. */
export const irreversibleReasons = ['undone', 'late', 'erased', 'not_last'] as const;

export const undoMerge = route('POST /merges/:id/undo', {
  summary: 'Reverse a merge: what was moved goes back. What was edited since stays, and is told',
  permission: 'contacts.merge',
  params: byId(MergeId),
  answer: z.object({
    kept: ContactId,
    restored: ContactId,
    /** The fields that were edited after the merge, and stay as they are, by the names of the choices. */
    edited: z.array(z.string()),
  }),
  // MERGE_NOT_REVERSIBLE says why in `reason`. CONTACT_EXISTS: somebody else has an address of the absorbed one by now.
  errors: { MERGE_NOT_REVERSIBLE: 409, CONTACT_EXISTS: 409 },
});
