import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ContactCompanyOption } from '@escuta/contract/contact-companies';
import type { BusinessUnitId, CompanyId, ContactCompanyId } from '@escuta/contract/ids';
import { normalizeCnpj } from '@escuta/contract/tax-numbers';
import type { Transaction } from '#platform/db/database.ts';
import { escapeLike } from '#platform/db/search.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** A company that contacts work for, as it is kept. */
export type ContactCompanyRow = NonNullable<Awaited<ReturnType<typeof findContactCompany>>>;

interface Key extends Unit {
  readonly id: ContactCompanyId;
}

/** One company of the unit, or undefined. */
export function findContactCompany(tx: Transaction, key: Key) {
  return companyWith(tx, key).executeTakeFirst();
}

/** The same, which stays until the transaction ends. */
export function holdContactCompany(tx: Transaction, key: Key) {
  return companyWith(tx, key).forKeyShare().executeTakeFirst();
}

function companyWith(tx: Transaction, { companyId, businessUnitId, id }: Key) {
  return tx
    .selectFrom('contact_companies')
    .select(['id', 'name', 'cnpj', 'market_segment', 'created_at'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('id', '=', id);
}

/**
 * The first companies of the unit whose name holds the words, whatever the accents, or whose CNPJ does: those whose name begins
 * with them before the others, then by name.
 */
export async function searchContactCompanies(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  { search = '', limit }: { readonly search?: string | undefined; readonly limit: number },
): Promise<ContactCompanyOption[]> {
  const words = escapeLike(search.replace(/\s+/g, ' ').trim());
  const cnpj = escapeLike(normalizeCnpj(search));
  const holds = (before: string) => sql`search_form(name) LIKE ${before} || search_form(${words}) || '%'`;
  // Words without a digit are a name: CNPJs have letters too.
  const hasCnpj = /\d/.test(cnpj) ? sql`OR cnpj LIKE '%' || ${cnpj}::text || '%'` : sql``;
  const { rows } = await sql<ContactCompanyOption>`
    SELECT id AS "_id", name FROM contact_companies
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId} AND (${holds('%')} ${hasCnpj})
    ORDER BY ${holds('')} DESC, lower(name), id
    LIMIT ${limit}
  `.execute(tx);
  return rows;
}

/** A question of a statement: the ids of the contacts of a unit that work for a company today. */
export function contactsOfCompany({
  companyId,
  businessUnitId,
  contactCompanyId,
}: Unit & { readonly contactCompanyId: ContactCompanyId }): RawBuilder<unknown> {
  return sql`SELECT contacts.id FROM contacts
    WHERE contacts.company_id = ${companyId}
      AND contacts.business_unit_id = ${businessUnitId}
      AND contacts.contact_company_id = ${contactCompanyId}`;
}
