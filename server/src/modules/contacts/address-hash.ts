import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AddressField } from '@escuta/contract/sends';
import type { Transaction } from '#platform/db/database.ts';

/** An SQL expression over a row of `contacts`: the hash by which suppressions and messages know an address; null where there is none. */
export function hashOf(field: AddressField): RawBuilder<Buffer | null> {
  return sql<Buffer | null>`${sql.ref(`contacts.${field}_hash`)}`;
}

/** The hashes by which suppressions and messages know addresses. */
export async function hashAddresses(tx: Transaction, addresses: readonly string[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ address: string; hash: Buffer }>`
    SELECT address, address_hash(address) AS hash
    FROM unnest(${addresses}::text[]) AS address
  `.execute(tx);
  return new Map(rows.map(({ address, hash }) => [address, hash]));
}
