import { sql } from 'kysely';
import type { DuplicatePair, DuplicateReason } from '@escuta/contract/merges';
import type { BusinessUnitId, ContactId, DuplicatePairId } from '@escuta/contract/ids';
import { listBusinessUnits } from '#modules/companies/index.ts';
import { findContactRows, listCustomFields, presentContact } from '#modules/contacts/index.ts';
import type { ContactRow } from '#modules/contacts/index.ts';
import type { Transaction } from '#platform/db/database.ts';
import { emit } from '#platform/events/outbox.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';

interface PairRow {
  readonly id: DuplicatePairId;
  readonly reasons: DuplicateReason[];
  readonly one_id: ContactId;
  readonly one_unit_id: BusinessUnitId;
  readonly other_id: ContactId;
  readonly other_unit_id: BusinessUnitId;
}

/** A condition: pairs of the unit that nobody dismissed, with nobody of a unit that the caller may not see. */
function ofUnit({ companyId, businessUnitId, businessUnitIds }: Scope) {
  return sql<boolean>`p.company_id = ${companyId} AND p.dismissed_at IS NULL
    AND (p.one_unit_id = ${businessUnitId} OR p.other_unit_id = ${businessUnitId})
    AND p.one_unit_id = ANY(${[...businessUnitIds]}::uuid[]) AND p.other_unit_id = ANY(${[...businessUnitIds]}::uuid[])
    AND NOT EXISTS (
      SELECT FROM contacts c WHERE c.company_id = ${companyId} AND c.id IN (p.one_id, p.other_id) AND c.anonymized_at IS NOT NULL
    )`;
}

/** A page of the contacts that may be one person, those of one unit and for more reasons first. */
export async function listDuplicates(
  tx: Transaction,
  scope: Scope,
  { limit, page }: { limit: number; page: number },
): Promise<{ data: DuplicatePair[]; total: number; searched_at: string | null; is_searching: boolean }> {
  const { companyId } = scope;
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM duplicate_pairs p WHERE ${ofUnit(scope)}
  `.execute(tx);
  const { rows } = await sql<PairRow>`
    SELECT p.id, p.reasons, p.one_id, p.one_unit_id, p.other_id, p.other_unit_id FROM duplicate_pairs p
    WHERE ${ofUnit(scope)}
    ORDER BY p.one_unit_id = p.other_unit_id DESC, cardinality(p.reasons) DESC, p.one_id, p.other_id
    LIMIT ${limit} OFFSET ${(page - 1) * limit}
  `.execute(tx);
  const search = await tx
    .selectFrom('duplicate_searches')
    .select(['asked_at', 'searched_at'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return {
    data: await presentPairs(tx, scope, rows),
    total: counted.rows[0]?.total ?? 0,
    searched_at: search?.searched_at?.toISOString() ?? null,
    is_searching: search !== undefined && isOpen(search),
  };
}

async function presentPairs(tx: Transaction, scope: Scope, rows: readonly PairRow[]): Promise<DuplicatePair[]> {
  const { companyId, role } = scope;
  const fields = await listCustomFields(tx, companyId);
  const units = new Map((await listBusinessUnits(tx, companyId)).map(({ id, name }) => [id, name]));
  const found = await findPaired(tx, scope, rows);
  const shown = (id: ContactId, businessUnitId: BusinessUnitId) => {
    const row = found.get(businessUnitId)?.get(id);
    if (!row) return [];
    const business = { _id: businessUnitId, nome: units.get(businessUnitId) ?? '' };
    return [{ contact: presentContact(row, fields, role), business }];
  };
  const pairs: DuplicatePair[] = [];
  for (const { id, reasons, one_id, one_unit_id, other_id, other_unit_id } of rows) {
    const contacts = [...shown(one_id, one_unit_id), ...shown(other_id, other_unit_id)];
    const inOrder = contacts.toSorted((one, other) => (one.contact.created_at < other.contact.created_at ? -1 : 1));
    // Who was deleted since the pair was read is on its way out of the list.
    if (contacts.length === 2)
      pairs.push({ _id: id, reasons, contacts: inOrder, can_merge: one_unit_id === other_unit_id });
  }
  return pairs;
}

/** The contacts of pairs, by their units and ids: those of a unit in one statement. */
async function findPaired(tx: Transaction, { companyId }: Scope, rows: readonly PairRow[]) {
  const named = rows.flatMap(({ one_id, one_unit_id, other_id, other_unit_id }) => [
    { id: one_id, unitId: one_unit_id },
    { id: other_id, unitId: other_unit_id },
  ]);
  const found = new Map<BusinessUnitId, ReadonlyMap<ContactId, ContactRow>>();
  for (const [businessUnitId, contacts] of Map.groupBy(named, ({ unitId }) => unitId)) {
    const ids = [...new Set(contacts.map(({ id }) => id))];
    const there = await findContactRows(tx, { companyId, businessUnitId, ids });
    found.set(businessUnitId, new Map(there.map((row) => [row.id, row])));
  }
  return found;
}

/** Asks for a search in the background; one that was asked for and is not done yet is enough. */
export async function askSearch(tx: Transaction, { companyId }: Scope, now: Date): Promise<void> {
  const before = await tx
    .selectFrom('duplicate_searches')
    .select(['asked_at', 'searched_at'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  const isLost = before && now.getTime() - before.asked_at.getTime() > lostAfterMs;
  if (before && isOpen(before) && !isLost) return;
  await tx
    .insertInto('duplicate_searches')
    .values({ company_id: companyId, asked_at: now })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ asked_at: now, searched_at: null }))
    .execute();
  await emit(tx, companyId, 'duplicates.asked', {});
}

const lostAfterMs = 3_600_000;

function isOpen({ searched_at }: { searched_at: Date | null }): boolean {
  return searched_at === null;
}

/** Notes that two contacts are not the same person, or that nobody says so any more. Refuses NOT_FOUND. */
export async function setDismissed(
  tx: Transaction,
  scope: Scope,
  id: DuplicatePairId,
  dismissedAt: Date | null,
): Promise<void> {
  const { companyId, businessUnitId, businessUnitIds, userId } = scope;
  const { rows } = await sql`
    UPDATE duplicate_pairs p
    SET dismissed_at = ${dismissedAt}, dismissed_by = ${dismissedAt === null ? null : userId}
    WHERE p.company_id = ${companyId} AND p.id = ${id}
      AND (p.one_unit_id = ${businessUnitId} OR p.other_unit_id = ${businessUnitId})
      AND p.one_unit_id = ANY(${[...businessUnitIds]}::uuid[]) AND p.other_unit_id = ANY(${[...businessUnitIds]}::uuid[])
    RETURNING p.id
  `.execute(tx);
  if (rows.length === 0) throw refuse('NOT_FOUND');
}
