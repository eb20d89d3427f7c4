import { sql } from 'kysely';
import { tagsMax } from '@escuta/contract/contact-particulars';
import type { BusinessUnitId, CompanyId, ContactId } from '@escuta/contract/ids';
import type { Transaction } from '#platform/db/database.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

interface Tagging {
  readonly ids: readonly ContactId[];
  /** Each once, whatever the capitals. */
  readonly tags: readonly string[];
  /** Whether they have the tags after it. */
  readonly isTagged: boolean;
  readonly now: Date;
}

/**
 * Adds tags to contacts of a unit, or removes them; upper and lower case are the same tag, and the spelling that stands stays. Left
 * as they are: of whom nothing is known, and who would have more tags than a contact may.
 * @returns how many are as they should be after it, and who was changed, with the tags that they gained or lost.
 */
export async function setTagged(
  tx: Transaction,
  { companyId, businessUnitId }: Unit,
  { ids, tags, isTagged, now }: Tagging,
): Promise<{ readonly reached: number; readonly tagged: readonly { id: ContactId; tags: readonly string[] }[] }> {
  // In the order of the ids: two who change the same contacts do not wait for each other in a circle.
  const held = await tx
    .selectFrom('contacts')
    .select(['id', 'tags'])
    .where('company_id', '=', companyId)
    .where('business_unit_id', '=', businessUnitId)
    .where(sql<boolean>`id = ANY(${[...ids]}::uuid[])`)
    .where('anonymized_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const after = held.map(({ id, tags: before }) => ({ id, before, tags: tagsAfter(before, tags, isTagged) }));
  const fitting = after.filter((contact) => contact.tags.length <= tagsMax);
  const changed = fitting.filter((contact) => contact.tags.length !== contact.before.length);
  if (changed.length > 0) {
    await sql`
      UPDATE contacts
      SET tags = ARRAY(SELECT jsonb_array_elements_text(row.tags)), updated_at = ${now}
      FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map((row) => JSON.stringify(row.tags))}::jsonb[]) AS row (id, tags)
      WHERE contacts.company_id = ${companyId} AND contacts.id = row.id`.execute(tx);
  }
  const tagged = changed.map(({ id, before, tags: kept }) => ({
    id,
    tags: isTagged ? kept.slice(before.length) : before.filter((one) => !kept.includes(one)),
  }));
  return { reached: fitting.length, tagged };
}

function tagsAfter(before: readonly string[], tags: readonly string[], isTagged: boolean): readonly string[] {
  const has = (list: readonly string[], one: string) => list.some((other) => other.toLowerCase() === one.toLowerCase());
  return isTagged ? [...before, ...tags.filter((one) => !has(before, one))] : before.filter((one) => !has(tags, one));
}
