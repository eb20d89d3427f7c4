import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';

/** A contact with the name of the company that the person works for. */
export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContact>>>;

export interface ContactFilter {
  readonly companyId: string;
  readonly businessUnitId: string;
  readonly search?: string | undefined;
  readonly importId?: string | undefined;
  /** A hand-picked list; ids of other units find nobody. */
  readonly contactIds?: readonly string[] | undefined;
}

export interface ContactPage extends ContactFilter {
  readonly sort: 'name' | 'created_at';
  readonly limit: number;
  readonly page: number;
}

/** One page of the contacts that match. */
export function listContactRows(tx: Transaction, { sort, limit, page, ...filter }: ContactPage) {
  return matching(tx, filter)
    .leftJoin('contact_companies', (join) =>
      join
        .onRef('contact_companies.company_id', '=', 'contacts.company_id')
        .onRef('contact_companies.id', '=', 'contacts.contact_company_id'),
    )
    .select(contactColumns)
    .$if(sort === 'created_at', (query) => query.orderBy('contacts.created_at', 'desc').orderBy('contacts.id', 'desc'))
    .$if(sort === 'name', (query) => query.orderBy('contacts.name').orderBy('contacts.id'))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** How many contacts match. */
export async function countContacts(tx: Transaction, filter: ContactFilter): Promise<number> {
  const { count } = await matching(tx, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The contacts of a unit that a filter describes: lists and audiences begin here. */
export function matching(tx: Transaction, { companyId, businessUnitId, search, importId, contactIds }: ContactFilter) {
  return tx
    .selectFrom('contacts')
    .where('contacts.company_id', '=', companyId)
    .where('contacts.business_unit_id', '=', businessUnitId)
    .$if(!!importId, (query) => query.where('contacts.last_import_id', '=', importId ?? ''))
    .$if(!!contactIds, (query) => query.where(sql<boolean>`contacts.id = ANY(${[...(contactIds ?? [])]}::uuid[])`))
    .$if(!!search, (query) =>
      query.where(sql<boolean>`contacts.search_text LIKE '%' || search_form(${escapeLike(search ?? '')}) || '%'`),
    );
}

/** One contact of the unit, or undefined. */
export function findContact(
  tx: Transaction,
  { companyId, businessUnitId, id }: { companyId: string; businessUnitId: string; id: string },
) {
  return matching(tx, { companyId, businessUnitId })
    .leftJoin('contact_companies', (join) =>
      join
        .onRef('contact_companies.company_id', '=', 'contacts.company_id')
        .onRef('contact_companies.id', '=', 'contacts.contact_company_id'),
    )
    .select(contactColumns)
    .where('contacts.id', '=', id)
    .executeTakeFirst();
}

const contactColumns = [
  'contacts.id',
  'contacts.name',
  'contacts.email',
  'contacts.tel',
  'contacts.contact_company_id',
  'contacts.custom_fields',
  'contacts.last_score',
  'contacts.last_sent_at',
  'contacts.last_answered_at',
  'contacts.created_at',
  'contact_companies.name as companyName',
] as const;

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
