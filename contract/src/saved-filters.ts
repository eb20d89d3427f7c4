import { z } from 'zod';
import type { Capability } from './access-policy.ts';
import { SavedFilterId } from './ids.ts';
import { name } from './name.ts';
import { byId, done } from './primitives.ts';
import { route } from './route.ts';

/*
 * A saved filter is the address of a list under a name (FILTER-25): its words, filters and order, without its page. It shows nobody
 * more than they see already, since whoever opens it asks for the list as they always do.
 */

/** The lists whose filters can be saved, and what it takes to read each: who may not has no filter of it either. */
export const savedFilterLists = {
  contacts: 'contacts.read',
  responses: 'responses.read',
  queues: 'sends.read',
  suppressions: 'suppressions.read',
} as const satisfies Record<string, Capability>;
export const savedFilterList = z.enum(Object.keys(savedFilterLists) as (keyof typeof savedFilterLists)[]);
export type SavedFilterList = z.infer<typeof savedFilterList>;

/** Of one person, for each list of a unit. */
export const savedFiltersMax = 50;
export const savedFilterNameLengthMax = 200;
/** How long an address may be, in bytes of its JSON. */
export const filterSearchBytesMax = 4_096;

/** The address of a list as names and plain values. Its page is no part of it: rows come and go. */
export const FilterSearch = z
  .record(
    z
      .string()
      .max(40)
      .regex(/^[a-z]\w*$/i),
    z.union([z.string(), z.number(), z.boolean()]),
  )
  .refine((search) => Object.keys(search).length > 0 && !Object.hasOwn(search, 'page'));
export type FilterSearch = z.infer<typeof FilterSearch>;

/** The lists that are searched for names, e-mails and phones. */
const listsOfPeople: readonly SavedFilterList[] = ['contacts', 'suppressions'];

/** Whether an address may say who somebody is. Whoever sees people without names, or some of them only, must not read it. */
export function maySayWho(list: SavedFilterList, search: FilterSearch): boolean {
  return listsOfPeople.includes(list) && search['search'] !== undefined;
}

export const SavedFilter = z.object({
  _id: SavedFilterId,
  list: savedFilterList,
  name: z.string(),
  /** Whether the others who work in the unit see it. */
  shared: z.boolean(),
  search: FilterSearch,
  /** Whether who asks has saved it. */
  own: z.boolean(),
  /** What its owner is called now; null where nobody knows any more. */
  owner: z.string().nullable(),
});
export type SavedFilter = z.infer<typeof SavedFilter>;

const filterName = name(savedFilterNameLengthMax);

// FILTER_EXISTS: the caller has another one of that name for the list, whatever its capitals. FILTER_TOO_LONG says the `most` bytes.
const conflicts = { FILTER_EXISTS: 409, FILTER_TOO_LONG: 422 } as const;

export const listSavedFilters = route('GET /saved-filters', {
  summary: 'Saved filters of a list of the unit: those of who asks, then those that others share, each by name',
  permission: 'session',
  query: z.object({ list: savedFilterList }),
  // None where the caller may not read the list.
  answer: z.object({ data: z.array(SavedFilter) }),
});

export const createSavedFilter = route('POST /saved-filters', {
  summary: 'Save a filter of a list of the unit',
  permission: 'session',
  body: z.object({ list: savedFilterList, name: filterName, shared: z.boolean(), search: FilterSearch }),
  answer: SavedFilter,
  status: 201,
  // `most` is how many somebody may have of a list.
  errors: { ...conflicts, TOO_MANY_FILTERS: 422 },
});

export const updateSavedFilter = route('PATCH /saved-filters/:id', {
  summary: 'Change the name, the address or the sharing of a filter, as its owner',
  permission: 'session',
  params: byId(SavedFilterId),
  body: z.object({
    name: filterName.optional(),
    shared: z.boolean().optional(),
    search: FilterSearch.optional(),
  }),
  answer: SavedFilter,
  errors: conflicts,
});

export const deleteSavedFilter = route('DELETE /saved-filters/:id', {
  summary: 'Delete a saved filter: its owner does, and one that is shared also who manages the people of the company',
  permission: 'session',
  params: byId(SavedFilterId),
  answer: done,
});
