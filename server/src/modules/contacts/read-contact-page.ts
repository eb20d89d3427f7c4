import { sql } from 'kysely';
import type { ContactId } from '@escuta/contract/ids';
import { withoutSort } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { searchedText } from './contact.ts';
import { countAllContacts, countContacts, findContactRows, likeFragment, matching, newestMatching } from './queries.ts';
import type { ContactFilter, ContactRow } from './queries.ts';

export interface ContactPage extends Omit<ContactFilter, 'contactIds'> {
  readonly sort: 'name' | 'created_at';
  readonly limit: number;
  /** Counted from 1. */
  readonly page: number;
  /** The reader sees a part of the contacts alone. */
  readonly isNarrowed?: boolean;
}

interface Total {
  readonly total: number;
  /** There are more than `total`: nobody turns that many pages of a search, and counting them all would take long. */
  readonly totalIsAtLeast?: true;
}

/** A search counts up to here. */
export const searchCountMax = 10_000;

/**
 * One page of the contacts of a unit, and how many there are. What the page costs does not depend on how many contacts
 * the unit has, and the count hardly does: the ids come from an index in its order, the rows from the ids (decision 0009).
 */
export async function readContactPage(tx: Transaction, page: ContactPage): Promise<Total & { rows: ContactRow[] }> {
  const { ids, ...total } = page.search ? await searchedIds(tx, page, page.search) : await listedIds(tx, page);
  return { ...total, rows: await findContactRows(tx, { ...page, ids }) };
}

async function listedIds(tx: Transaction, page: ContactPage): Promise<Total & { ids: ContactId[] }> {
  const total = await countAllContacts(tx, filterOf(page));
  const offset = (page.page - 1) * page.limit;
  if (offset <= total / 2) return { total, ids: await idsInOrder(tx, page, { offset, limit: page.limit }) };
  // The last pages are read from the end: half of the index is the most that anybody walks.
  const limit = Math.min(page.limit, total - offset);
  if (limit <= 0) return { total, ids: [] };
  const fromTheEnd = await idsInOrder(tx, page, { offset: total - offset - limit, limit, isBackwards: true });
  return { total, ids: fromTheEnd.reverse() };
}

async function searchedIds(tx: Transaction, page: ContactPage, search: string): Promise<Total & { ids: ContactId[] }> {
  // The index of trigrams knows no companies and no segments: who works for one is found by its own. What is read on behalf of another
  // role knows nothing of what the reader is narrowed to.
  const mayUseIndex = !page.contactCompanyId && !page.among && !page.isNarrowed;
  const found =
    mayUseIndex && (isIndexable(search) || (isPair(search) && (await isRare(tx, page, search))))
      ? await findByIndex(tx, page, search)
      : { ids: null, total: await countContacts(tx, filterOf(page), searchCountMax) };
  if (found.ids && found.total <= searchCountMax) return found;
  // So many match that the first of any order are near, or the fragment is too short for the index.
  const ids = await idsInOrder(tx, page, { offset: (page.page - 1) * page.limit, limit: page.limit });
  if (found.total <= searchCountMax) return { total: found.total, ids };
  return { total: searchCountMax, totalIsAtLeast: true, ids };
}

const triedContacts = 10_000;
const rareMax = 500;

/** Whether few contacts have a pair of letters. Of many the index makes a long list before it gives the first. */
async function isRare(tx: Transaction, page: ContactPage, search: string): Promise<boolean> {
  const newest = await newestMatching(tx, { ...filterOf(page), search: undefined }, triedContacts);
  const tried = newest.select('contacts.search_text');
  const { rows } = await sql<{ found: number }>`
    SELECT count(*) FILTER (WHERE search_text LIKE '%' || search_form(${likeFragment(search)}) || '%')::int AS found
    FROM ${tried} AS tried
  `.execute(tx);
  return (rows[0]?.found ?? 0) <= rareMax;
}

/** Everything that matches, up to one more than is counted, and of it the page in order. */
async function findByIndex(
  tx: Transaction,
  { sort, limit, page, isNarrowed: _isNarrowed, ...filter }: ContactPage,
  search: string,
) {
  const order = sort === 'name' ? sql`name, id` : sql`created_at DESC, id DESC`;
  const { rows } = await sql<{ total: number; ids: ContactId[] }>`
    WITH found AS MATERIALIZED (
      SELECT id, name, created_at
      FROM find_contacts(${filter.companyId}, ${filter.businessUnitId}, ${filter.importId ?? null}, search_form(${likeFragment(search)}), ${searchCountMax + 1})
    )
    SELECT (SELECT count(*)::int FROM found) AS total,
      ARRAY(SELECT id FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}) AS ids
  `.execute(tx);
  return rows[0] ?? { total: 0, ids: [] };
}

/** The ids of a page, walked in the order of an index. */
async function idsInOrder(
  tx: Transaction,
  page: ContactPage,
  { offset, limit, isBackwards = false }: { offset: number; limit: number; isBackwards?: boolean },
): Promise<ContactId[]> {
  // One import or one company by name has no index of its own: there sorting is right.
  if (!((page.importId || page.contactCompanyId) && page.sort === 'name')) await withoutSort(tx);
  const [column, newestFirst] = page.sort === 'name' ? (['name', false] as const) : (['created_at', true] as const);
  const direction = newestFirst === isBackwards ? 'asc' : 'desc';
  const rows = await matching(tx, filterOf(page))
    .select('contacts.id')
    .orderBy(`contacts.${column}`, direction)
    .orderBy('contacts.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

function filterOf({
  sort: _sort,
  limit: _limit,
  page: _page,
  isNarrowed: _isNarrowed,
  ...filter
}: ContactPage): ContactFilter {
  return filter;
}

/** A letter or digit in the database's search_form. */
const sign = '[a-z0-9áàâãäéèêëíìîïóòôõöúùûüçñ]';
const threeInRow = new RegExp(`${sign}{3}`);
const onlyTwo = new RegExp(`^${sign}{2}$`);

/** Three letters or digits in a row: what the index of trigrams can begin with. */
export function isIndexable(search: string): boolean {
  return threeInRow.test(searchedText(search).toLowerCase());
}

/** Two letters or digits and nothing else. */
function isPair(search: string): boolean {
  return onlyTwo.test(searchedText(search).toLowerCase());
}
