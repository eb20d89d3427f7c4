import { z } from 'zod';
import { tag, tagsMax, distinctTags } from './contact-particulars.ts';
import { ContactFilterBody } from './contacts.ts';
import { commentTreatments } from './erasures.ts';
import { BulkActionId, ContactId, UserId } from './ids.ts';
import { byId, instant } from './primitives.ts';
import { route } from './route.ts';

/** What is done to many contacts at once; those of the second list take what is known of a person away. */
export const tagActions = ['tag', 'untag'] as const;
export const erasureActions = ['anonymize', 'delete'] as const;
export const bulkActionKinds = [...tagActions, ...erasureActions] as const;
export type BulkActionKind = (typeof bulkActionKinds)[number];

export const bulkActionStatuses = ['running', 'finished', 'cancelled', 'error'] as const;

/** As many as one picks by hand: a page of the list has fewer. */
export const pickedContactsMax = 100;
export const PickedContacts = z.array(ContactId).min(1).max(pickedContactsMax);
/** No action is of more contacts than this. */
export const bulkContactsMax = 1_000_000;
/** Whoever deletes or anonymises more than this types how many they are (BULK-02). */
export const typedCountAbove = 1_000;

/** Whose contacts an action is of: all that a filter finds, on whatever page, or those picked by hand. */
export const BulkTarget = z.union([
  z.strictObject({ filter: ContactFilterBody }),
  z.strictObject({ contactIds: PickedContacts }),
]);
export type BulkTarget = z.input<typeof BulkTarget>;

export const BulkAction = z.object({
  _id: BulkActionId,
  kind: z.enum(bulkActionKinds),
  /** Of an action that adds or removes tags; none of another. */
  tags: z.array(z.string()),
  status: z.enum(bulkActionStatuses),
  /** How many contacts it is of, decided when it was asked for. */
  total: z.number().int().min(0),
  /** How many of them are dealt with. */
  done: z.number().int().min(0),
  /** How many of those stayed as they were: erased meanwhile, or with tags that leave no room. */
  skipped: z.number().int().min(0),
  created_at: instant,
  ended_at: instant.nullable(),
  _user: z.object({ _id: UserId, nome: z.string() }).nullable(),
});
export type BulkAction = z.infer<typeof BulkAction>;

const errors = {
  /** One at a time in each unit. */
  BULK_ACTION_RUNNING: 409,
  TOO_MANY_CONTACTS: 422,
} as const;

export const startTagging = route('POST /bulk-actions/tags', {
  summary: 'Add tags to many contacts, or remove them',
  permission: 'contacts.edit',
  body: z.object({
    target: BulkTarget,
    kind: z.enum(tagActions),
    tags: z.array(tag).min(1).max(tagsMax).overwrite(distinctTags),
  }),
  answer: BulkAction,
  status: 202,
  errors,
});

export const previewErasure = route('POST /bulk-actions/erasures/preview', {
  summary: 'How many contacts an erasure would take; who is anonymized already can only be deleted',
  permission: 'contacts.erase',
  body: z.object({ target: BulkTarget, kind: z.enum(erasureActions) }),
  answer: z.object({ total: z.number().int().min(0) }),
});

export const startErasure = route('POST /bulk-actions/erasures', {
  summary: 'Anonymize or delete many contacts',
  permission: 'contacts.erase',
  body: z.object({
    target: BulkTarget,
    kind: z.enum(erasureActions),
    comments: z.enum(commentTreatments).default('remove'),
    /** How many the preview told whoever asks of: where it differs, nothing begins. */
    expected: z.number().int().min(1),
  }),
  answer: BulkAction,
  status: 202,
  // COUNT_DIFFERS says in `total` how many they are now.
  errors: { ...errors, COUNT_DIFFERS: 409 },
});

export const listBulkActions = route('GET /bulk-actions', {
  summary: 'The newest actions on many contacts of the unit, the one that runs first',
  permission: 'contacts.edit',
  answer: z.object({ data: z.array(BulkAction) }),
});

export const cancelBulkAction = route('POST /bulk-actions/:id/cancellation', {
  summary: 'Stop an action on many contacts where it is; what is done stays, and one that is over stays as it is',
  permission: 'contacts.edit',
  params: byId(BulkActionId),
  answer: BulkAction,
});
