import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

/** Tags are looked for among so many of the contacts that have any, those created last. */
const taggedReadMax = 5_000;
/** More than anybody looks through. */
const tagsListedMax = 200;

/** The tags in use in a unit, those of most contacts first, each in the spelling that most of them have. */
export async function listTags(
  tx: Transaction,
  { companyId, businessUnitId }: { readonly companyId: CompanyId; readonly businessUnitId: BusinessUnitId },
): Promise<string[]> {
  const tagged = tx
    .selectFrom('contacts')
    .select('tags')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where(sql<boolean>`tags <> '{}'`)
    .orderBy('id', 'desc')
    .limit(taggedReadMax);
  const { rows } = await sql<{ tag: string }>`
    SELECT mode() WITHIN GROUP (ORDER BY tag) AS tag
    FROM ${tagged} AS tagged CROSS JOIN LATERAL unnest(tagged.tags) AS tag
    GROUP BY lower(tag)
    ORDER BY count(*) DESC, lower(tag)
    LIMIT ${tagsListedMax}`.execute(tx);
  return rows.map(({ tag }) => tag);
}
