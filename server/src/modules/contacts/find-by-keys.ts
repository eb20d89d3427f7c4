import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';
import { findErased } from './find-erased.ts';
import { findDroppedIds } from './merging/find-dropped-ids.ts';
import { findAddressed } from './suppressions/queries.ts';
import { conflictOf } from './upsert-decision.ts';
import type { KeyConflict } from './upsert-decision.ts';

interface Addresses {
  readonly companyId: CompanyId;
  readonly businessUnitIds: readonly BusinessUnitId[];
  readonly email: string;
  /** In E.164. */
  readonly tel: string | null;
}

/**
 * The contacts of these units that have one of two addresses, or had it before a merge that can be reversed, and which: in each unit one by
 * each at most who has it now.
 */
export async function findContactsWith(tx: Transaction, { companyId, businessUnitIds, email, tel }: Addresses) {
  const { rows } = await sql<{
    id: ContactId;
    name: string;
    business_unit_id: BusinessUnitId;
    hasEmail: boolean;
    hasTel: boolean;
  }>`
    WITH RECURSIVE part (id, has_email, has_tel) AS (
      SELECT id, email IS NOT DISTINCT FROM ${email}::text, coalesce(tel = ${tel}::text, false)
      FROM contacts WHERE company_id = ${companyId} AND (email = ${email} OR tel = ${tel})
      UNION
      SELECT m.contact_id, coalesce(person ->> 'email' = ${email}, false), coalesce(person ->> 'tel' = ${tel}, false)
      FROM contact_merges m CROSS JOIN LATERAL (VALUES (m.before -> 'kept'), (m.before -> 'absorbed')) AS former (person)
      WHERE m.company_id = ${companyId} AND m.before IS NOT NULL AND (person ->> 'email' = ${email} OR person ->> 'tel' = ${tel})
      UNION
      SELECT m.contact_id, part.has_email, part.has_tel
      FROM part JOIN contact_merges m ON m.company_id = ${companyId} AND m.absorbed_id = part.id AND m.undone_at IS NULL
    )
    SELECT c.id, c.name, c.business_unit_id, bool_or(part.has_email) AS "hasEmail", bool_or(part.has_tel) AS "hasTel"
    FROM part JOIN contacts c ON c.company_id = ${companyId} AND c.id = part.id
    WHERE c.business_unit_id = ANY(${[...businessUnitIds]}::uuid[])
    GROUP BY c.business_unit_id, c.id, c.name
    ORDER BY c.business_unit_id, c.id
  `.execute(tx);
  return rows.map(({ hasEmail, hasTel, ...contact }) => ({
    ...contact,
    has: [...(hasEmail ? (['email'] as const) : []), ...(hasTel ? (['tel'] as const) : [])],
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

/** Whom keys are of, null where the unit knows nobody by them; or why nobody may be named by them. */
export type KeyMatch = { readonly contactId: ContactId | null } | { readonly refused: RefusedMatch };
/** The unit has erased who has the e-mail or the phone, or the keys mean two contacts: the rule that upserts refuse by. */
export type RefusedMatch = 'person_erased' | KeyConflict;

/**
 * The contacts of the unit that some keys are of: by external id, also one that a merge into them dropped, else by e-mail, else by phone. In
 * the order given.
 */
export async function matchContacts(
  tx: Transaction,
  unit: Unit,
  given: readonly ContactKeys[],
): Promise<readonly KeyMatch[]> {
  const erased = await findErased(tx, unit, given);
  const byKey = new Map<string, ContactId>();
  for (const name of ['external_id', 'email', 'tel'] as const) {
    const keys = given.flatMap((keys) => keys[name] ?? []);
    if (keys.length === 0) continue;
    for (const { id, key } of await contactsWith(tx, unit, name, keys)) byKey.set(`${name} ${key}`, id);
  }
  for (const [id, contactId] of await findDroppedIds(tx, unit, given)) byKey.set(`external_id ${id}`, contactId);
  return given.map((keys): KeyMatch => {
    if (erased.has(keys)) return { refused: 'person_erased' };
    const find = (name: keyof ContactKeys) => byKey.get(`${name} ${keys[name] ?? ''}`);
    const found = { external_id: find('external_id'), email: find('email'), tel: find('tel') };
    const refused = conflictOf(found);
    return refused ? { refused } : { contactId: found.external_id ?? found.email ?? found.tel ?? null };
  });
}

/** `= ANY` and no look-up per key, as in `findContactsByAddress`. */
async function contactsWith(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  name: keyof ContactKeys,
  keys: readonly string[],
): Promise<{ id: ContactId; key: string }[]> {
  const { rows } = await sql<{ id: ContactId; key: string }>`
    SELECT id, ${sql.ref(name)} AS key FROM contacts
    WHERE company_id = ${companyId} AND business_unit_id = ${businessUnitId}
      AND ${sql.ref(name)} IS NOT NULL AND ${sql.ref(name)} = ANY(${keys}::text[])
  `.execute(tx);
  return rows;
}

/** Who has an address, known by its hash, in a unit now; undefined where nobody has. */
export async function findHolder(
  tx: Transaction,
  { companyId, businessUnitId }: { readonly companyId: CompanyId; readonly businessUnitId: BusinessUnitId },
  addressHash: Buffer,
): Promise<ContactId | undefined> {
  const holders = await findAddressed(tx, { companyId, businessUnitId }, [addressHash]);
  return holders.get(addressHash.toString('hex'));
}
