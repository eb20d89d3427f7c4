import { z } from 'zod';
import { ContactId } from './ids.ts';
import { byId } from './primitives.ts';
import { route } from './route.ts';

/**
 * What becomes of the texts that a person wrote: taken out, or kept with everything masked that says who wrote them. Either way
 * the answer still counts as one with a comment.
 */
export const commentTreatments = ['remove', 'mask'] as const;
export type CommentTreatment = (typeof commentTreatments)[number];

/** The tables that know people, in the order of the report (PRIVACY-13). */
export const erasedTables = [
  'contacts',
  'contact_consents',
  'contact_merges',
  'bulk_action_contacts',
  'suppressions',
  'segments',
  'saved_filters',
  'sends',
  'send_items',
  'responses',
  'answers',
  'import_uploads',
  'import_row_errors',
  'exports',
  'person_packages',
  'audit_events',
  'idempotency_keys',
] as const;
export type ErasedTable = (typeof erasedTables)[number];

/** Every table that was looked at, with the number of its rows that were changed, deleted or written. */
export const ErasureReport = z.object({
  tables: z.array(z.object({ table: z.enum(erasedTables), rows: z.number().int() })),
});
export type ErasureReport = z.infer<typeof ErasureReport>;

const Treatment = z.object({ comments: z.enum(commentTreatments) });

export const anonymizeContact = route('POST /contacts/:id/anonymisation', {
  summary: 'Take everything away that says who a contact is, and never write to them again',
  permission: 'contacts.erase',
  params: byId(ContactId),
  body: Treatment,
  answer: ErasureReport,
});

export const deleteContact = route('DELETE /contacts/:id', {
  summary: 'Delete a contact; its answers stay without a person',
  permission: 'contacts.erase',
  params: byId(ContactId),
  query: z.object({ comments: Treatment.shape.comments.default('remove') }),
  answer: ErasureReport,
});
