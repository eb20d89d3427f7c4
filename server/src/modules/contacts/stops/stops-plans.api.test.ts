import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { invitedToMerge, mergeWorkplace, unsubscribeLink } from '../../../testing/merge-steps.ts';
import { indexConditions, recordPlans } from '../../../testing/recorded-plans.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
let plans: ReturnType<typeof recordPlans>;
beforeAll(() => {
  plans = recordPlans(context.database.pool);
});

/** A unit in which so many others have stopped messages that to read them all is never the cheapest. */
async function unitWithManyStops() {
  const here = await mergeWorkplace(context);
  const { companyId, businessUnitId } = here;
  const people = await invitedToMerge(context, here);
  await context.database.withCompany(companyId, async (tx) => {
    const many = sql`SELECT n, sha256(n::text::bytea) AS hash FROM generate_series(1, 10000) AS n`;
    await sql`
      INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
      SELECT ${companyId}::uuid, ${businessUnitId}::uuid, 'email', hash, 'unsubscribed' FROM (${many}) AS many
      ON CONFLICT DO NOTHING
    `.execute(tx);
    await sql`
      INSERT INTO stops (company_id, business_unit_id, channel, address_hash, contact_id, word_id, reason, at)
      SELECT ${companyId}::uuid, ${businessUnitId}::uuid, 'email', said.hash, said.contact_id, md5(n::text)::uuid, 'unsubscribed', now()
      FROM (${many}) AS many CROSS JOIN LATERAL (VALUES (hash, NULL), (NULL, gen_random_uuid())) AS said (hash, contact_id)
      ON CONFLICT DO NOTHING
    `.execute(tx);
  });
  await context.database.pool.query('ANALYZE stops, suppressions, contacts, contact_merges');
  return { ...here, ...people };
}

test('what one person stops is found by their addresses or by them, never among all stops of the unit', async () => {
  const { call, kept, other, merged, undo } = await unitWithManyStops();
  const before = plans().length;
  const press = await unsubscribeLink(context, other.token);
  await call('PUT', `/contacts/${other.contact.id}`, { email: 'nova@exemplo.example' });
  const mergeId = await merged(kept.contact.id, other.contact.id);
  await unsubscribeLink(context, kept.token);
  await undo(mergeId);
  const back = await unsubscribeLink(context, other.token, 'back=1');
  expect([press.statusCode, back.statusCode]).toEqual([200, 200]);
  const consent = { channel: 'email', status: 'withdrawn', basis: 'consent', text_version: null };
  await call('POST', `/contacts/${kept.contact.id}/consents`, consent);
  await call('POST', '/suppressions', { addresses: [kept.contact.email], channels: ['email'] });
  const reads = plans()
    .slice(before)
    .flatMap(({ text, plan }) =>
      ['stops', 'suppressions'].flatMap((table) =>
        indexConditions(plan, table).map((condition) => ({ table, condition, text })),
      ),
    );
  expect(new Set(reads.map(({ table }) => table))).toEqual(new Set(['stops', 'suppressions']));
  // Whether the unit has erased anybody says an index of these alone.
  const others = reads.filter(({ text }) => !text.includes('"erased_at" is not null'));
  expect(
    others.filter(({ condition }) => !/address_hash|contact_id|merge_id|word_id|\bid = /.test(condition ?? '')),
  ).toEqual([]);
});
