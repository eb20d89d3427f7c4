import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { findErased } from './find-erased.ts';
import { conflictOf } from './upsert-decision.ts';
import type { KeyConflict } from './upsert-decision.ts';

interface Addresses {
  readonly companyId: CompanyId;
  readonly businessUnitIds: readonly BusinessUnitId[];
  readonly email: string;
  /** In E.164. */
  readonly tel: string | null;
}

/** The contacts of these units that have one of two addresses, and which they have: in each unit one by each at most. */
export async function findContactsWith(tx: Transaction, { companyId, businessUnitIds, email, tel }: Addresses) {
  const rows = await tx
    .selectFrom('contacts')
    .select(['id', 'name', 'business_unit_id', 'email', 'tel'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', 'in', [...businessUnitIds])
    .where((where) => where.or([where('email', '=', email), ...(tel === null ? [] : [where('tel', '=', tel)])]))
    .orderBy('business_unit_id')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    business_unit_id: row.business_unit_id,
    has: [
      ...(row.email === email ? (['email'] as const) : []),
      ...(tel !== null && row.tel === tel ? (['tel'] as const) : []),
    ],
  }));
}

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/** What somebody who is known elsewhere is found by, in the forms in which contacts keep it; null where it is not said. */
export interface ContactKeys {
  readonly external_id: string | null;
  readonly email: string | null;
  readonly tel: string | null;
}

/**
 * The contacts of the unit that some keys are of: by external id, else by e-mail, else by phone. In the order given; null where
 * the unit knows nobody by them, `erased` where it has erased who has the e-mail or the phone.
 */
export async function matchContacts(
  tx: Transaction,
  unit: Unit,
  given: readonly ContactKeys[],
): Promise<(ContactId | 'erased' | null)[]> {
  const erased = await findErased(tx, unit, given);
  const find = await openFinder(tx, unit, given);
  return given.map((keys) => {
    if (erased.has(keys)) return 'erased';
    const found = find(keys);
    return found.external_id ?? found.email ?? found.tel ?? null;
  });
}

/**
 * Those of some keys that are of two contacts of the unit, and why: the rule that upserts refuse by. Without those whose e-mail or
 * phone is of somebody whom the unit has erased: nothing else may be said of them.
 */
export async function findKeyConflicts<Keys extends ContactKeys>(
  tx: Transaction,
  unit: Unit,
  given: readonly Keys[],
): Promise<ReadonlyMap<Keys, KeyConflict>> {
  // Most files know people by one key, and cost nothing.
  const several = given.filter((keys) => keyNames.filter((name) => keys[name] !== null).length > 1);
  if (several.length === 0) return new Map();
  const find = await openFinder(tx, unit, several);
  const conflicts = new Map(
    several.flatMap((keys) => {
      const conflict = conflictOf(find(keys));
      return conflict ? [[keys, conflict] as const] : [];
    }),
  );
  if (conflicts.size > 0) for (const keys of await findErased(tx, unit, [...conflicts.keys()])) conflicts.delete(keys);
  return conflicts;
}

/** Looks up all of some keys at once. @returns whom each key is of. */
async function openFinder(tx: Transaction, unit: Unit, given: readonly ContactKeys[]) {
  const byKey = new Map<string, ContactId>();
  for (const name of keyNames) {
    const keys = given.flatMap((keys) => keys[name] ?? []);
    if (keys.length === 0) continue;
    for (const { id, key } of await contactsWith(tx, unit, name, keys)) byKey.set(`${name} ${key}`, id);
  }
  const find = (keys: ContactKeys, name: (typeof keyNames)[number]) => byKey.get(`${name} ${keys[name] ?? ''}`);
  return (keys: ContactKeys) => ({
    external_id: find(keys, 'external_id'),
    email: find(keys, 'email'),
    tel: find(keys, 'tel'),
  });
}

const keyNames = ['external_id', 'email', 'tel'] as const;

/** `= ANY` and no look-up per key, as in `findContactsByAddress`. */
async function contactsWith(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  name: (typeof keyNames)[number],
  keys: readonly string[],
): Promise<{ id: ContactId; key: string }[]> {
  const { rows } = await sql<{ id: ContactId; key: string }>`
    SELECT id, ${sql.ref(name)} AS key FROM contacts
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId}
      AND ${sql.ref(name)} IS NOT NULL AND ${sql.ref(name)} = ANY(${keys}::text[])
  `.execute(tx);
  return rows;
}
