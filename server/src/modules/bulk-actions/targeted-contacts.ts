import { sql } from 'kysely';
import { bulkContactsMax } from '@escuta/contract/bulk-actions';
import type { BulkActionKind, BulkTarget } from '@escuta/contract/bulk-actions';
import type { Output } from '@escuta/contract/route';
import { matching, narrowedFilter } from '#modules/contacts/index.ts';
import { withoutScan } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Scope } from '#platform/http/scope.ts';

interface Targeting {
  readonly kind: BulkActionKind;
  readonly target: Output<typeof BulkTarget>;
  readonly now: Date;
}

/** The contacts that an action is of, at most one more than it may be of. Refuses FORBIDDEN for a search by whoever may not see names. */
export async function targetedContacts(tx: Transaction, scope: Scope, { kind, target, now }: Targeting) {
  const narrowed = 'filter' in target ? target.filter : {};
  const filter = {
    ...(await narrowedFilter(tx, scope, narrowed, now)),
    ...('contactIds' in target ? { contactIds: target.contactIds } : {}),
  };
  await withoutScan(tx);
  return (
    matching(tx, filter)
      // Who was anonymized can still be deleted.
      .$if(kind !== 'delete', (query) => query.where('contacts.anonymized_at', 'is', null))
      .limit(bulkContactsMax + 1)
  );
}

/** How many contacts an action would be of, counted up to one more than it may be of. */
export async function countTargeted(tx: Transaction, scope: Scope, targeting: Targeting): Promise<number> {
  const found = (await targetedContacts(tx, scope, targeting)).select('contacts.id');
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${found} AS found`.execute(tx);
  return rows[0]?.total ?? 0;
}
