import type { NewCustomField } from '@escuta/contract/custom-fields';
import type { CompanyId, ContactId, CustomFieldId } from '@escuta/contract/ids';
import { sql } from 'kysely';
import type { Transaction } from '#platform/db/database.ts';
import type { Random } from '#platform/drawing/random.ts';
import type { TimeLine } from '#platform/drawing/time-line.ts';
import { customSearchText } from '../custom-fields/custom-search.ts';
import { listCustomFields } from '../custom-fields/queries.ts';

/** A custom field of a demo company, and how its values are drawn. */
export interface DescribedCustomField extends Pick<NewCustomField, 'internal_name' | 'label' | 'type'> {
  readonly options?: readonly string[];
  readonly sensitive?: boolean;
  /** The share of contacts that have a value. */
  readonly share: number;
  /** A value as it is kept, of a contact that came so many days ago. */
  readonly draw: (random: Random, time: TimeLine, cameDaysAgo: number) => string;
}

interface Person {
  readonly id: ContactId;
  readonly createdAt: Date;
}

/** The values of each contact by the internal names of their fields; contacts without any are left out. */
export function drawCustomValues(
  random: Random,
  fields: readonly DescribedCustomField[],
  contacts: readonly Person[],
  time: TimeLine,
): Map<ContactId, Record<string, string>> {
  const drawn = contacts.map(({ id, createdAt }) => {
    const { daysAgo } = time.momentOf(createdAt);
    const values = fields.flatMap(({ internal_name: name, share, draw }) =>
      random.chance(share) ? [[name, draw(random, time, daysAgo)] as const] : [],
    );
    return [id, Object.fromEntries(values)] as const;
  });
  return new Map(drawn.filter(([, values]) => Object.keys(values).length > 0));
}

interface DemoCompany {
  readonly companyId: CompanyId;
  readonly random: Random;
  readonly time: TimeLine;
}

/** Writes the custom fields of a company in their order, and the values of its contacts. */
export async function writeCustomFields(
  tx: Transaction,
  { companyId, random, time }: DemoCompany,
  fields: readonly DescribedCustomField[],
  contacts: readonly Person[],
): Promise<void> {
  if (fields.length === 0) return;
  const at = time.at(399, 10);
  await tx
    .insertInto('custom_fields')
    .values(
      fields.map(({ internal_name, label, type, options = [], sensitive = false }, index) => ({
        company_id: companyId,
        id: random.idAt<CustomFieldId>(at),
        internal_name,
        label,
        type,
        options: [...options],
        sensitive,
        place: index + 1,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  const drawn = drawCustomValues(random, fields, contacts, time);
  await sql`
    UPDATE contacts
    SET custom_fields = drawn.held, custom_search_text = ${customSearchText(await listCustomFields(tx, companyId), sql.ref('drawn.held'))}
    FROM unnest(
      ${[...drawn.keys()]}::uuid[],
      ${[...drawn.values()].map((values) => JSON.stringify(values))}::jsonb[]
    ) AS drawn (id, held)
    WHERE contacts.company_id = ${companyId}::uuid AND contacts.id = drawn.id
  `.execute(tx);
}
