import { sql } from 'kysely';
import { ledLookUp } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { IncomingContact, UpsertScope } from './upsert-decision.ts';

type Addresses = Pick<IncomingContact, 'email' | 'tel'>;
type Unit = Pick<UpsertScope, 'companyId' | 'businessUnitId'>;

/**
 * The rows with an address of somebody who was erased from the unit, at any time or since a moment. Most units have nobody, and their rows
 * cost one look-up.
 */
export async function findErased<Row extends Addresses>(
  tx: Transaction,
  unit: Unit,
  rows: readonly Row[],
  since?: Date,
): Promise<ReadonlySet<Row>> {
  if (!(await hasErased(tx, unit))) return new Set();
  const addresses = rows.flatMap(({ email, tel }) => [email, tel].filter((address) => address !== null));
  const found = await sql<{ address: string }>`
    SELECT given.address FROM unnest(${addresses}::text[]) AS given (address)
    CROSS JOIN LATERAL (
      SELECT FROM suppressions
      WHERE company_id = ${unit.companyId} AND business_unit_id = ${unit.businessUnitId}
        AND address_hash = address_hash(given.address) AND erased_at IS NOT NULL
        ${since ? sql`AND erased_at >= ${since}` : sql``}
      LIMIT 1 ${ledLookUp}
    ) AS erased
  `.execute(tx);
  const erased = new Set<string | null>(found.rows.map(({ address }) => address));
  return new Set(
    rows.filter(({ email, tel }) => (email !== null && erased.has(email)) || (tel !== null && erased.has(tel))),
  );
}

async function hasErased(tx: Transaction, { companyId, businessUnitId }: Unit): Promise<boolean> {
  const one = await tx
    .selectFrom('suppressions')
    .select('channel')
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where('erased_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}
