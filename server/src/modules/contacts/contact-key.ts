import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ContactId } from '@escuta/contract/ids';

/** Where a walk through contacts stands: behind this one. `createdAt` is text, which keeps its microseconds. */
export interface ContactKey {
  readonly createdAt: string;
  readonly id: ContactId;
}

/** An SQL expression over `contacts`: whether they stand behind a key, newest first. */
export function isBehindContact({ createdAt, id }: ContactKey): RawBuilder<boolean> {
  return sql<boolean>`(contacts.created_at, contacts.id) < (${createdAt}::timestamptz, ${id}::uuid)`;
}
