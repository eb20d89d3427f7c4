import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AddressField } from '@escuta/contract/sends';

/** An SQL expression over a row of `contacts`: the hash by which suppressions and messages know an address; null where there is none. */
export function hashOf(field: AddressField): RawBuilder<Buffer | null> {
  return sql<Buffer | null>`${sql.ref(`contacts.${field}_hash`)}`;
}
