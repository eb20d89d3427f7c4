import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { createCompany } from '../../testing/factories.ts';
import { createManyContacts } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { countWithNewest } from './count-with-newest.ts';

const context = testContext();

test('whatever is found, near or far, few or many, it is counted to the last and the newest are told', async () => {
  const unit = await createCompany(context);
  await createManyContacts(context, unit, 40);
  // Some came in the same moment, as those of an import do.
  const contacts = await context.database.withCompany(unit.companyId, async (tx) => {
    await sql`UPDATE contacts SET created_at = now() - length(email) * interval '1 d' - (id::text < '8') :: int * interval '1 h'
      WHERE company_id = ${unit.companyId}`.execute(tx);
    return tx
      .selectFrom('contacts')
      .select('id')
      .where('company_id', '=', unit.companyId)
      .where('business_unit_id', '=', unit.businessUnitId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  });
  const newestFirst = contacts.map(({ id }) => id);
  expect(newestFirst).toHaveLength(40);
  const limits = fc.record({
    most: fc.integer({ min: 1, max: 12 }),
    nearMax: fc.integer({ min: 0, max: 45 }),
    heldMax: fc.integer({ min: 0, max: 45 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.subarray(newestFirst), limits, async (contactIds, given) => {
      const found = await context.database.withCompany(unit.companyId, (tx) =>
        countWithNewest(tx, { ...unit, contactIds }, given),
      );
      expect(found).toEqual({ total: contactIds.length, ids: contactIds.slice(0, given.most) });
    }),
    { numRuns: 100 },
  );
});
