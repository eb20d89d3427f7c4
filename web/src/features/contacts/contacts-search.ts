import { ImportId, SegmentId } from '@escuta/contract/ids';
import { z } from 'zod';
import { listSearch, optional } from '#web/ui/list/list-search.ts';

/** What the address of the list of contacts may say. */
export const ContactsSearch = listSearch.extend({
  sort: optional(z.enum(['name', 'created_at'])),
  importDataId: optional(ImportId),
  importDataDate: optional(z.string()),
  segment: optional(SegmentId),
});
export type ContactsSearch = z.infer<typeof ContactsSearch>;
