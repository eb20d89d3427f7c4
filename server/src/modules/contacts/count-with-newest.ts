import { sql } from 'kysely';
import type { ContactId } from '@escuta/contract/ids';
import { withoutSort } from '#platform/db/batch.ts';
import type { Transaction } from '#platform/db/database.ts';
import { countAllContacts, matching, newestFirst, readingAll } from './queries.ts';
import type { ContactFilter } from './queries.ts';

/** What a filter finds: how many contacts, and the newest of them, newest first. */
export interface Newest {
  readonly total: number;
  readonly ids: readonly ContactId[];
}

interface Limits {
  /** How many of the newest. */
  readonly most: number;
  /** The filter as it is asked quickest of few contacts, where that is another than of all. */
  readonly near?: ContactFilter;
  /** Among so many of the newest contacts of the unit the newest that are found are looked for first. */
  readonly nearMax?: number;
  /** So many are held at once, to be counted and sorted; more are only counted. */
  readonly heldMax?: number;
}

/**
 * How many contacts a filter finds, exactly, and the newest of them. All contacts of a unit are read once: where many are found,
 * the newest stand near the beginning of an index; where few are, all of them are brought back from the one reading. Only where
 * many are found and none of them is new does a second reading count them.
 */
export async function countWithNewest(
  tx: Transaction,
  filter: ContactFilter,
  { most, near: nearFilter = filter, nearMax = 2_000, heldMax = 10_000 }: Limits,
): Promise<Newest> {
  const near = await findNear(tx, nearFilter, { most, nearMax });
  if (near.length === most) return { total: await countAllContacts(tx, filter), ids: near };
  const held = await hold(tx, filter, { most, heldMax });
  if (held.total <= heldMax) return held;
  const { total, newestAt } = await countAndDate(tx, filter);
  return { total, ids: await findSince(tx, filter, { newestAt, most }) };
}

/** The newest that are found among the newest contacts of the unit; none where the unit has no more than those. */
async function findNear(
  tx: Transaction,
  filter: ContactFilter,
  { most, nearMax }: { readonly most: number; readonly nearMax: number },
): Promise<ContactId[]> {
  const { companyId, businessUnitId } = filter;
  await withoutSort(tx);
  const edge = await newestFirst(tx, { companyId, businessUnitId })
    // As text it keeps its microseconds.
    .select(['contacts.id', sql<string>`contacts.created_at::text`.as('createdAt')])
    .limit(1)
    .offset(nearMax)
    .executeTakeFirst();
  if (!edge) return [];
  const rows = await newestFirst(tx, filter)
    .select('contacts.id')
    .where(sql<boolean>`(contacts.created_at, contacts.id) > (${edge.createdAt}::timestamptz, ${edge.id}::uuid)`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** The same in one reading, up to one more than are held. */
async function hold(
  tx: Transaction,
  filter: ContactFilter,
  { most, heldMax }: { readonly most: number; readonly heldMax: number },
): Promise<Newest> {
  const found = matching(tx, filter)
    .select(['contacts.id', 'contacts.created_at'])
    .limit(heldMax + 1);
  const { rows } = await readingAll(tx, filter, () =>
    sql<{ id: ContactId; total: number }>`
      SELECT id, (count(*) OVER ())::int AS total
      FROM ${found} AS found
      ORDER BY created_at DESC, id DESC
      LIMIT ${most}
    `.execute(tx),
  );
  return { total: rows[0]?.total ?? 0, ids: rows.map(({ id }) => id) };
}

async function countAndDate(tx: Transaction, filter: ContactFilter) {
  const counted = matching(tx, filter).select([
    sql<number>`count(*)::int`.as('total'),
    sql<string | null>`max(contacts.created_at)::text`.as('newestAt'),
  ]);
  return readingAll(tx, filter, () => counted.executeTakeFirstOrThrow());
}

/** The newest of many that are found, none of them newer than an instant. */
async function findSince(
  tx: Transaction,
  filter: ContactFilter,
  { newestAt, most }: { readonly newestAt: string | null; readonly most: number },
): Promise<ContactId[]> {
  const rows = await newestFirst(tx, filter)
    .select('contacts.id')
    .where(sql<boolean>`contacts.created_at <= ${newestAt}::timestamptz`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
