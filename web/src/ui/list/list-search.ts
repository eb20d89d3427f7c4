import { pageMax, searchLengthMax } from '@escuta/contract/primitives';
import { z } from 'zod';

/** How many rows a page of a list has (QUEUE-18, IMPORT-18). */
export const listPageSize = 20;

/** A part of a list's address: what makes no sense there counts as not said. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.optional().catch(undefined);
}

/**
 * Words to search for, cut where no more are taken: as the field for them does it. Without the signs that nobody can type. The
 * router takes figures that stand bare in an address, as a part of a phone written by hand, for a number.
 */
export const searchWords = z
  .union([z.string(), z.number().transform(String)])
  .transform((words) => words.replaceAll(/\p{Cc}/gu, ' ').slice(0, searchLengthMax));

/** A page, at most the last that may be asked for: beyond the end of its list an address becomes that of the end. */
const page = z
  .number()
  .int()
  .min(1)
  .transform((asked) => Math.min(asked, pageMax));

/** What the address of every list may say: `listSearch.extend({ status: optional(surveyStatus) })`. */
export const listSearch = z.object({
  page: optional(page),
  search: optional(searchWords),
  sort: optional(z.string()),
});
export type ListSearch = z.infer<typeof listSearch>;

/** How many pages so many rows fill; nothing is a page too. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** A page as addresses say it: the first goes without saying. */
export function pageInAddress(page: number): number | undefined {
  return page === 1 ? undefined : page;
}

/** The page of a list that an address asks for, as the contract's lists take it. */
export function pageOf({ page = 1, search }: Pick<ListSearch, 'page' | 'search'>) {
  return { limit: listPageSize, page, ...(search ? { search } : {}) };
}
