import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { contactFieldNames } from '@escuta/contract/contact-fields';
import { particularNames } from '@escuta/contract/contact-particulars';
import type { BusinessUnitId, CompanyId, ContactCompanyId, ContactId, ImportId } from '@escuta/contract/ids';
import { searchedText, tidySearch } from './contact.ts';
import { contactsMetBy, hasMetMoreThan, isAmongMetBy } from './contact-imports.ts';
import { searchesCustomFields } from './custom-fields/custom-search.ts';
import { inParallel, withoutLoops, withoutSort } from '#platform/db/batch.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Transaction } from '#platform/db/database.ts';
import { escapeLike } from '#platform/db/search.ts';

/** A contact with the name of the company that the person works for. */
export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContact>>>;

type Unit = Pick<ContactFilter, 'companyId' | 'businessUnitId'>;

export interface ContactFilter {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
  readonly search?: string | undefined;
  readonly importId?: ImportId | undefined;
  /** Those who work for it. */
  readonly contactCompanyId?: ContactCompanyId | undefined;
  /** A hand-picked list; ids of other units find nobody. */
  readonly contactIds?: readonly ContactId[] | undefined;
  /** Those who stand behind it, newest first. */
  readonly after?: ContactKey | undefined;
  /** Those whose ids are greater. */
  readonly beyondId?: ContactId | undefined;
  /** Those who were there then. */
  readonly createdUntil?: Date | undefined;
  /** Those of a segment or list: an SQL expression over `contacts`, as `segmentWhere` gives it. */
  readonly among?: RawBuilder<boolean> | undefined;
}

/** Where a walk through contacts stands: behind this one. `createdAt` is text, which keeps its microseconds. */
export interface ContactKey {
  readonly createdAt: string;
  readonly id: ContactId;
}

/** The contacts of a unit that a filter describes: lists and audiences begin here. */
export function matching(tx: Transaction, filter: ContactFilter) {
  const { companyId, businessUnitId, search, contactCompanyId, contactIds, createdUntil, among } = filter;
  return contactsFrom(tx, filter)
    .where('contacts.company_id', '=', companyId)
    .where('contacts.business_unit_id', '=', businessUnitId)
    .$if(!!contactCompanyId, (query) => query.where('contacts.contact_company_id', '=', contactCompanyId!))
    .$if(!!contactIds, (query) => query.where(sql<boolean>`contacts.id = ANY(${[...(contactIds ?? [])]}::uuid[])`))
    .$if(!!createdUntil, (query) => query.where('contacts.created_at', '<=', createdUntil!))
    .$if(!!among, (query) => query.where(among!))
    .$if(!!search, (query) => query.where(holdsSearched(search!, searchesCustomFields(companyId))));
}

/** The contacts of a company, or those whom an import met, from where a walk stands. */
function contactsFrom(tx: Transaction, { companyId, importId, after, beyondId }: ContactFilter) {
  if (importId) return contactsMetBy(tx, { companyId, importId }, { beforeId: after?.id, beyondId });
  const key = (at: ContactKey) => sql`(${at.createdAt}::timestamptz, ${at.id}::uuid)`;
  return tx
    .selectFrom('contacts')
    .$if(!!after, (query) => query.where(sql<boolean>`(contacts.created_at, contacts.id) < ${key(after!)}`))
    .$if(!!beyondId, (query) => query.where('contacts.id', '>', beyondId!));
}

/** The same contacts, newest first: each way to them is walked in its own order, which says the same. */
export function newestFirst(tx: Transaction, filter: ContactFilter) {
  return matching(tx, filter)
    .$if(!filter.importId, (query) => query.orderBy('contacts.created_at', 'desc'))
    .orderBy('contacts.id', 'desc');
}

/** Whether a contact holds a typed search in name, e-mail or phone, or in the custom values that are searched, if any are. */
export function holdsSearched(search: string, searchesCustom: RawBuilder<boolean>): RawBuilder<boolean> {
  const holds = (column: string, fragment: string) =>
    sql`${sql.ref(column)} LIKE '%' || search_form(${fragment}) || '%'`;
  return sql<boolean>`(${holds('search_text', likeFragment(search))}
    OR (${searchesCustom} AND ${holds('custom_search_text', customFragment(search))}))`;
}

/** One contact of the unit, or undefined. */
export function findContact(tx: Transaction, { id, ...unit }: Unit & { id: ContactId }) {
  return contactRows(matching(tx, unit)).where('contacts.id', '=', id).executeTakeFirst();
}

/** Contacts of the unit in the order of the ids given; deleted ones are left out. */
export async function findContactRows(
  tx: Transaction,
  { ids, ...unit }: Unit & { ids: readonly ContactId[] },
): Promise<ContactRow[]> {
  if (ids.length === 0) return [];
  const rows = await contactRows(matching(tx, { ...unit, contactIds: ids })).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** The next of the contacts that a filter finds, newest first, and the key of the last one; null at the end. */
export async function walkContactRows(
  tx: Transaction,
  filter: ContactFilter,
  { after, limit }: { after: ContactKey | null; limit: number },
): Promise<{ rows: readonly ContactRow[]; last: ContactKey | null }> {
  await withoutSort(tx);
  const rows = await contactRows(newestFirst(tx, { ...filter, after: after ?? undefined }))
    .select(sql<string>`contacts.created_at::text`.as('createdAt'))
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return { rows, last: last ? { createdAt: last.createdAt, id: last.id } : null };
}

/** The newest contacts that a filter finds, at most so many, which no index is read to its end for. */
export async function newestMatching(tx: Transaction, filter: ContactFilter, most: number) {
  await withoutSort(tx);
  return newestFirst(tx, filter).limit(most);
}

/** How many contacts a filter finds, counted up to one more than `most`. */
export async function countContacts(tx: Transaction, filter: ContactFilter, most: number): Promise<number> {
  const found = (await newestMatching(tx, filter, most + 1)).select('contacts.id');
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${found} AS found`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** How many contacts a filter finds, exactly. */
export async function countAllContacts(tx: Transaction, filter: ContactFilter): Promise<number> {
  const { companyId, importId, ...others } = filter;
  if (!importId) return readingAll(tx, filter, () => countRows(matching(tx, filter)));
  if (!(await hasMetMoreThan(tx, { companyId, importId }, readAloneMax))) return countRows(matching(tx, filter));
  // So many are sooner joined with all contacts than each looked up.
  const all = matching(tx, { companyId, ...others }).where(isAmongMetBy({ companyId, importId }));
  return withoutLoops(tx, () => countRows(all));
}

/** More than so many are read sooner by several processes than by one. */
export const readAloneMax = 20_000;

/** Runs a statement that reads all contacts of a unit, with several processes where they are many. */
export async function readingAll<Read>(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  read: () => Promise<Read>,
): Promise<Read> {
  const beyond = await matching(tx, { companyId, businessUnitId })
    // Nothing of a contact, so that the smallest index tells.
    .select(sql`1`.as('beyond'))
    .limit(1)
    .offset(readAloneMax)
    .executeTakeFirst();
  return beyond ? inParallel(tx, read) : read();
}

/** Which of what can be known of a contact is known of any, in units of a company: names of columns. */
export async function findFieldsInUse(
  tx: Transaction,
  { companyId, businessUnitIds }: { companyId: CompanyId; businessUnitIds: readonly BusinessUnitId[] },
): Promise<ReadonlySet<FieldInUse>> {
  const known = (name: FieldInUse) =>
    sql`coalesce(bool_or(nullif(${sql.ref(name)}::text, ${noValue(name)}) IS NOT NULL), false)`;
  const columns = fieldsKnown.map((name) => sql`${known(name)} AS ${sql.ref(name)}`);
  // One pass over the contacts: nobody asks often, and of a field that nobody has no index tells.
  const { rows } = await sql<Record<FieldInUse, boolean>>`
    SELECT ${sql.join(columns)}
    FROM contacts
    WHERE company_id = ${companyId}
      AND business_unit_id = ANY(${[...businessUnitIds]}::uuid[])
  `.execute(tx);
  return new Set(fieldsKnown.filter((name) => rows[0]?.[name]));
}

const fieldsKnown = [...contactFieldNames, ...particularNames, 'contact_company_id'] as const;
type FieldInUse = (typeof fieldsKnown)[number];

/** How a column that is never null says that nothing is known. */
function noValue(name: FieldInUse): string {
  return name === 'tags' ? '{}' : '';
}

function contactRows(query: ReturnType<typeof matching>) {
  return query
    .leftJoin('contact_companies', (join) =>
      join
        .onRef('contact_companies.company_id', '=', 'contacts.company_id')
        .onRef('contact_companies.id', '=', 'contacts.contact_company_id'),
    )
    .select(contactColumns);
}

const contactColumns = [
  'contacts.id',
  ...contactFieldNames.map((field) => `contacts.${field}` as const),
  'contacts.contact_company_id',
  'contacts.custom_fields',
  ...particularNames.map((name) => `contacts.${name}` as const),
  'contacts.source',
  'contacts.last_score',
  'contacts.last_metric',
  'contacts.last_sent_at',
  'contacts.last_answered_at',
  'contacts.created_at',
  'contacts.anonymized_at',
  'contact_companies.name as companyName',
] as const;

/** A typed search as LIKE compares it with the search text: in its form, and its signs stand for themselves. */
export function likeFragment(search: string): string {
  return escapeLike(searchedText(search));
}

/** The same for custom values: digits are no phone there, and stay as they are typed. */
export function customFragment(search: string): string {
  return escapeLike(tidySearch(search));
}
