import { sql } from 'kysely';
import type { ContactId } from '@escuta/contract/ids';
import { withoutSort } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { searchedText, tidySearch } from './contact.ts';
import { hasMetMoreThan, isMetBy } from './contact-imports.ts';
import { findWhetherCustomFieldsAreSearched } from './custom-fields/custom-search.ts';
import { customFragment, holdsSearched, likeFragment } from './queries.ts';
import { countAllContacts, countContacts, findContactRows, matching, newestMatching } from './queries.ts';
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
  /** There are more than `total`: nobody turns that many pages, and counting them all would take long (decision 30). */
  readonly totalIsAtLeast?: true;
}

/** A list counts up to here. */
export const countMax = 10_000;

/**
 * One page of the contacts of a unit, and how many there are, up to `countMax`. What that costs does not depend on how many contacts
 * the unit has: the ids come from an index in its order, the rows from the ids (decision 0009).
 */
export async function readContactPage(tx: Transaction, page: ContactPage): Promise<Total & { rows: ContactRow[] }> {
  const { ids, ...total } = page.search ? await searchedIds(tx, page, page.search) : await listedIds(tx, page);
  const { companyId, businessUnitId } = page;
  return { ...total, rows: await findContactRows(tx, { companyId, businessUnitId, ids }) };
}

async function listedIds(tx: Transaction, page: ContactPage): Promise<Total & { ids: ContactId[] }> {
  const ids = await idsInOrder(tx, page, { offset: (page.page - 1) * page.limit, limit: page.limit });
  const found = await countUpTo(tx, page);
  return found <= countMax ? { total: found, ids } : { total: countMax, totalIsAtLeast: true, ids };
}

/** How many there are, or some more than are counted. What has no order of its own in an index is counted whole. */
function countUpTo(tx: Transaction, page: ContactPage): Promise<number> {
  const filter = filterOf(page);
  return page.among || page.contactCompanyId ? countAllContacts(tx, filter) : countContacts(tx, filter, countMax);
}

async function searchedIds(tx: Transaction, page: ContactPage, search: string): Promise<Total & { ids: ContactId[] }> {
  // The index of trigrams knows no companies and no segments: who works for one is found by its own, as is whom an import met that met
  // few. What is read on behalf of another role knows nothing of what the reader is narrowed to.
  const mayUseIndex = !page.contactCompanyId && !page.among && !page.isNarrowed && !(await isOfSmallImport(tx, page));
  const asked = { search, inCustom: mayUseIndex && (await findWhetherCustomFieldsAreSearched(tx, page.companyId)) };
  const found =
    mayUseIndex && (await isServedByIndex(tx, page, asked))
      ? await findByIndex(tx, page, asked)
      : { ids: null, total: await countContacts(tx, filterOf(page), countMax) };
  if (found.ids && found.total <= countMax) return found;
  // So many match that the first of any order are near, or the fragment is too short for the index.
  const ids = await idsInOrder(tx, page, { offset: (page.page - 1) * page.limit, limit: page.limit });
  if (found.total <= countMax) return { total: found.total, ids };
  return { total: countMax, totalIsAtLeast: true, ids };
}

async function isOfSmallImport(tx: Transaction, { companyId, importId }: ContactPage): Promise<boolean> {
  return !!importId && !(await hasMetMoreThan(tx, { companyId, importId }, countMax));
}

/** What is searched for, and whether in custom values too. */
interface Asked {
  readonly search: string;
  readonly inCustom: boolean;
}

/** Whether the indexes of trigrams have something to begin with, and little to read. */
async function isServedByIndex(tx: Transaction, page: ContactPage, asked: Asked): Promise<boolean> {
  const fragments = [searchedText(asked.search), ...(asked.inCustom ? [tidySearch(asked.search)] : [])];
  if (fragments.every(hasThree)) return true;
  return fragments.every((fragment) => hasThree(fragment) || isPair(fragment)) && isRare(tx, page, asked);
}

const triedContacts = 10_000;
const rareMax = 500;

/** Whether few contacts have a pair of letters. Of many the index makes a long list before it gives the first. */
async function isRare(tx: Transaction, page: ContactPage, { search, inCustom }: Asked): Promise<boolean> {
  const newest = await newestMatching(tx, { ...filterOf(page), search: undefined }, triedContacts);
  const tried = newest.select(['contacts.search_text', 'contacts.custom_search_text']);
  const { rows } = await sql<{ found: number }>`
    SELECT count(*) FILTER (WHERE ${holdsSearched(search, sql.lit(inCustom))})::int AS found
    FROM ${tried} AS tried
  `.execute(tx);
  return (rows[0]?.found ?? 0) <= rareMax;
}

/** Everything that matches, up to one more than is counted, and of it the page in order. */
async function findByIndex(
  tx: Transaction,
  { sort, limit, page, isNarrowed: _isNarrowed, ...filter }: ContactPage,
  { search, inCustom }: Asked,
) {
  const found = (by: 'find_contacts' | 'find_contacts_by_custom_fields', fragment: string) => sql`
      SELECT id, name, created_at
      FROM ${sql.raw(by)}(${filter.companyId}, ${filter.businessUnitId}, ${filter.importId ?? null}, search_form(${fragment}), ${countMax + 1})`;
  const byCustom = sql`UNION ${found('find_contacts_by_custom_fields', customFragment(search))}`;
  const order = sort === 'name' ? sql`name, id` : sql`created_at DESC, id DESC`;
  const { rows } = await sql<{ total: number; ids: ContactId[] }>`
    WITH found AS (${found('find_contacts', likeFragment(search))} ${inCustom ? byCustom : sql``})
    SELECT (SELECT count(*)::int FROM found) AS total,
      ARRAY(SELECT id FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}) AS ids
  `.execute(tx);
  return rows[0] ?? { total: 0, ids: [] };
}

/** The ids of a page, walked in the order of an index. */
async function idsInOrder(
  tx: Transaction,
  page: ContactPage,
  { offset, limit }: { offset: number; limit: number },
): Promise<ContactId[]> {
  const walk = page.sort === 'name' ? byName : newestMatching;
  const found = await walk(tx, filterOf(page), limit);
  const rows = await found.select('contacts.id').offset(offset).execute();
  return rows.map(({ id }) => id);
}

/** More contacts of an import than so many are sooner met among all, by name, than sorted. */
const sortedMax = 50_000;

/** The first contacts in the order of their names, at most so many. Those of one company or one import have no index of it. */
async function byName(tx: Transaction, { importId, ...filter }: ContactFilter, most: number) {
  const { companyId, contactCompanyId, among } = filter;
  const isLarge = !!importId && (await hasMetMoreThan(tx, { companyId, importId }, sortedMax));
  if (isLarge || !(importId || contactCompanyId)) await withoutSort(tx);
  const asked = isLarge
    ? { ...filter, among: sql<boolean>`(${isMetBy({ companyId, importId })} AND ${among ?? sql`true`})` }
    : { ...filter, importId };
  return matching(tx, asked).orderBy('contacts.name').orderBy('contacts.id').limit(most);
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
  return hasThree(searchedText(search));
}

function hasThree(fragment: string): boolean {
  return threeInRow.test(fragment.toLowerCase());
}

/** Two letters or digits and nothing else. */
function isPair(fragment: string): boolean {
  return onlyTwo.test(fragment.toLowerCase());
}
