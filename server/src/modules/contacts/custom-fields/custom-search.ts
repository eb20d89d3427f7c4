import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { canBeSearched } from '@escuta/contract/custom-fields';
import type { CustomField } from '@escuta/contract/custom-fields';
import type { CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** Whether the search of contacts looks at the values of a field. */
export function isSearched(field: Pick<CustomField, 'searchable' | 'sensitive' | 'type'>): boolean {
  return field.searchable && canBeSearched(field);
}

/** The same in the database. */
const isSearchedField = sql<boolean>`(field.searchable AND NOT field.sensitive AND field.type <> 'date')`;

/**
 * What `contacts.custom_search_text` is, of values that a statement writes: whoever writes values writes this too, with the
 * custom fields that are held meanwhile. Where none is searchable nothing is made of any row.
 */
export function customSearchText(
  fields: readonly CustomField[],
  values: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const types = fields.filter(isSearched).map(({ internal_name: name, type }) => [name, type] as const);
  const searched = types.length === 0 ? null : JSON.stringify(Object.fromEntries(types));
  return sql<string | null>`custom_search_text(${values}, ${searched}::jsonb)`;
}

/**
 * Whether the search of contacts looks at custom values now: a field of the company is searchable, and none that is so no more is still
 * in the text of contacts. Asked inside a statement, it is answered once.
 */
export function searchesCustomFields(companyId: CompanyId): RawBuilder<boolean> {
  return sql<boolean>`(
    SELECT coalesce(bool_or(${isSearchedField}) AND NOT bool_or(field.search_fill_id IS NOT NULL AND NOT ${isSearchedField}), false)
    FROM custom_fields AS field WHERE field.company_id = ${companyId}
  )`;
}

/** The answer to the same question. */
export async function findWhetherCustomFieldsAreSearched(tx: Transaction, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql<{ searches: boolean }>`SELECT ${searchesCustomFields(companyId)} AS searches`.execute(tx);
  return rows[0]?.searches ?? false;
}
