import { newId } from '#platform/crypto/ids.ts';
import type { ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { openHashedSet } from '#platform/crypto/hashed-set.ts';
import { nothingSaid } from './contact-fields.ts';
import { judgeContacts } from './upsert-contacts.ts';
import { noParticulars } from './upsert-decision.ts';
import { externalKey, keysOf } from './upsert-plan.ts';
import type { IncomingContact, KnownContact, UpsertedRow, UpsertScope } from './upsert-decision.ts';

/** What some rows would do after those of the calls before. */
export type UpsertRehearsal = (
  tx: Transaction,
  scope: UpsertScope,
  incoming: readonly IncomingContact[],
) => Promise<UpsertedRow[]>;

/**
 * Judges rows as `upsertContacts` does, call by call, and writes nothing: what it would have written is kept in memory as far as
 * a later row could meet it. That is who was touched, and which addresses they have now: some 30 bytes for each row.
 */
export function openUpsertRehearsal(): UpsertRehearsal {
  const touched = openHashedSet();
  return (tx, scope, incoming) =>
    judgeContacts(tx, scope, incoming, {
      createFree: async () => new Set(),
      foundFor: (rows, found) => [
        // What the database says of whoever was touched is what they were before.
        ...found.filter(({ id }) => !touched.has(id)),
        ...rows.flatMap((row) => {
          const key = externalKey(row);
          return [
            ...(row.email !== null && touched.has(row.email) ? [holderOf({ email: row.email })] : []),
            ...(row.tel !== null && touched.has(row.tel) ? [holderOf({ tel: row.tel })] : []),
            ...(key !== null && touched.has(key) ? [holderOf({ external_id: row.external_id })] : []),
          ];
        }),
      ],
      take: async ({ created, changed, met }) => {
        for (const { id } of [...changed, ...met]) touched.add(id);
        for (const contact of [...created, ...changed, ...met]) for (const key of keysOf(contact)) touched.add(key);
      },
    });
}

/** Somebody whom this import has touched: nothing else matters of them to a row that meets them. */
function holderOf(key: Partial<Pick<KnownContact, 'email' | 'tel' | 'external_id'>>): KnownContact {
  const nothing = { ...nothingSaid, ...noParticulars, companyName: null, customFields: {} };
  return { ...nothing, ...key, id: newId<ContactId>(), isMet: true };
}
