import { sql } from 'kysely';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { addStops } from './stops.ts';

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

const atOnce = 5_000;

/**
 * Stops in a new unit the addresses of everybody whom the company has erased, but those that a contact of the unit has: an erasure stands in
 * each unit. Doing it twice is harmless.
 */
export async function shareErasures({ database }: Pick<AppContext, 'database'>, unit: Unit): Promise<void> {
  const { companyId, businessUnitId } = unit;
  let count = atOnce;
  while (count === atOnce) {
    const added = await database.withCompany(companyId, (tx) =>
      addStops(
        tx,
        companyId,
        sql`
          SELECT ${businessUnitId}::uuid AS business_unit_id, channel, address_hash, NULL::uuid AS contact_id, gen_random_uuid() AS word_id,
            'erased' AS reason, min(at) AS at, NULL::uuid AS merge_id, false AS carried
          FROM stops erased
          WHERE company_id = ${companyId} AND reason = 'erased' AND address_hash IS NOT NULL AND NOT EXISTS (
            SELECT FROM stops known
            WHERE known.company_id = ${companyId} AND known.business_unit_id = ${businessUnitId} AND known.channel = erased.channel
              AND known.address_hash = erased.address_hash AND known.reason = 'erased'
          ) AND NOT EXISTS (
            SELECT FROM contacts c
            WHERE c.company_id = ${companyId} AND c.business_unit_id = ${businessUnitId}
              AND (c.email_hash = erased.address_hash OR c.tel_hash = erased.address_hash)
          )
          GROUP BY channel, address_hash
          LIMIT ${atOnce}
        `,
      ),
    );
    count = added.length;
  }
}
