import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCompany, createContact, signedIn } from '../../../testing/factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
const migrations = ['0590_stops', '0591_stops_of_contacts', '0592_words_of_stops']
  .map((name) => readFileSync(join(import.meta.dirname, `../../../../../db/migrations/${name}.sql`), 'utf8'))
  .join('');

test('what suppressions and histories said before there were stops, stops say after the migrations', async () => {
  const { companyId, businessUnitId } = await createCompany(context);
  const unit = { companyId, businessUnitId };
  const { headers } = await signedIn(context, { companyId });
  const people = await Promise.all(
    ['own', 'both', 'noted', 'back', 'erased'].map((name) => createContact(context, { ...unit, name })),
  );
  const [own, both, noted, back, erased] = people.map(({ id }) => id);
  const merge = '0190b0a0-0000-7000-8000-000000000001';
  await context.database.pool.query(`
    ALTER TABLE suppressions ADD COLUMN merge_id uuid, ADD COLUMN opted_out_at timestamptz;
    DROP TABLE stops;
    INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, created_at, erased_at, merge_id, opted_out_at)
    SELECT '${companyId}', '${businessUnitId}', 'email', address_hash(address), reason, '2026-11-01Z', erased_at, merge_id, opted_out_at
    FROM (VALUES
      ('plain', 'unsubscribed', NULL::timestamptz, NULL::uuid, NULL::timestamptz),
      ('merged', 'complained', NULL, '${merge}', NULL),
      ('beside', 'manual', NULL, '${merge}', '2026-11-02Z'),
      ('bounced', 'bounced', NULL, NULL, NULL),
      ('erased', 'manual', '2026-11-03Z', NULL, NULL)
    ) AS row (address, reason, erased_at, merge_id, opted_out_at);
    INSERT INTO contact_consents (company_id, id, business_unit_id, contact_id, channel, purpose, status, basis, source, at)
    SELECT '${companyId}', gen_random_uuid(), '${businessUnitId}', contact_id::uuid, 'email', 'surveys', status, 'consent', source, at::timestamptz
    FROM (VALUES
      ('${own}', 'withdrawn', 'contact', '2026-11-01Z'),
      ('${both}', 'withdrawn', 'contact', '2026-11-01 01:00Z'), ('${both}', 'granted', 'staff', '2026-11-02Z'),
      ('${noted}', 'granted', 'contact', '2026-11-01Z'), ('${noted}', 'withdrawn', 'staff', '2026-11-02Z'),
      ('${erased}', 'withdrawn', 'contact', '2026-11-01Z'),
      ('${back}', 'withdrawn', 'contact', '2026-11-01Z'), ('${back}', 'granted', 'contact', '2026-11-02Z')
    ) AS row (contact_id, status, source, at);
    UPDATE contacts SET anonymized_at = now(), name = '', email = NULL, tel = NULL WHERE id = '${erased}';
    BEGIN; ${migrations}; COMMIT`);

  const read = async (text: string) => (await context.database.pool.query({ text, rowMode: 'array' })).rows;
  const day = `to_char(at AT TIME ZONE 'UTC', 'DD')`;
  expect(
    await read(`
      SELECT address, stops.reason, ${day}, merge_id FROM stops
      JOIN unnest(ARRAY['plain', 'merged', 'beside', 'bounced', 'erased']) AS address ON address_hash = address_hash(address)
      WHERE company_id = '${companyId}'
      ORDER BY address, stops.reason`),
  ).toEqual([
    ['beside', 'manual', '01', null],
    ['beside', 'unsubscribed', '02', merge],
    ['bounced', 'bounced', '01', null],
    ['erased', 'erased', '03', null],
    ['merged', 'complained', '01', merge],
    ['plain', 'unsubscribed', '01', null],
  ]);
  expect(
    await read(`
      SELECT name, channel, stops.reason, ${day} FROM stops JOIN contacts ON contacts.id = contact_id
      WHERE stops.company_id = '${companyId}' ORDER BY name, channel`),
  ).toEqual([
    ['both', 'email', 'unsubscribed', '01'],
    ['both', 'sms', 'unsubscribed', '01'],
    ['noted', 'email', 'manual', '02'],
    ['own', 'email', 'unsubscribed', '01'],
    ['own', 'sms', 'unsubscribed', '01'],
  ]);
  // What one press stopped is of one word.
  expect(
    await read(`
      SELECT array_agg(name || ' ' || channel ORDER BY name, channel) FROM stops JOIN contacts ON contacts.id = contact_id
      WHERE stops.company_id = '${companyId}' GROUP BY word_id ORDER BY 1`),
  ).toEqual([[['both email', 'both sms']], [['noted email']], [['own email', 'own sms']]]);
  const listed = await context.app.inject({
    url: '/api/suppressions',
    headers: { ...headers, 'x-business-id': businessUnitId },
  });
  const entries = listed
    .json()
    .data.map(({ reason, at, stays }: Record<string, string>) => [reason, at!.slice(8, 10), stays]);
  expect(entries.toSorted()).toEqual([
    ['bounced', '01', null],
    ['complained', '01', 'person'],
    ['manual', '01', 'erased'],
    ['unsubscribed', '01', 'person'],
    ['unsubscribed', '02', 'person'],
  ]);
});
