// cspell:ignore bücher bcher пример afmkfd ecom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { normalizeEmail } from '@escuta/contract/email-address';
import { createContact, signedIn, unitOf } from '../../testing/factories.ts';
import { nastyAddress } from '../../testing/nasty-addresses.ts';
import { testContext } from '../../testing/test-context.ts';
import { isSendableEmail } from './addressees.ts';

const context = testContext();

async function workplace() {
  const user = await signedIn(context);
  return { ...user, unit: { companyId: user.companyId, businessUnitId: await unitOf(context, user.companyId) } };
}
type Workplace = Awaited<ReturnType<typeof workplace>>;

function create({ headers }: Workplace, email: string) {
  return context.app.inject({
    method: 'POST',
    url: '/api/contacts',
    headers,
    payload: { name: 'Maria', email, tel: null },
  });
}

async function contactsOf({ companyId }: Workplace) {
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('contacts').select(['id', 'email']).where('company_id', '=', companyId).execute(),
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

test('the database and the contract agree on every address that may be written to', async () => {
  const typed = fc.sample(nastyAddress, 4_000);
  const addresses = [...new Set([...typed, ...typed.flatMap((address) => normalizeEmail(address) ?? [])])];
  const { rows } = await context.database.withSystem((tx) =>
    sql<{ address: string; sendable: boolean }>`
      SELECT address, ${isSendableEmail(sql.ref('address'))} AS sendable FROM unnest(${addresses}::text[]) AS a (address)
    `.execute(tx),
  );
  expect(rows).toHaveLength(addresses.length);
  expect(rows.filter(({ address, sendable }) => sendable !== (normalizeEmail(address) === address))).toEqual([]);
  expect(rows.filter(({ sendable }) => sendable).length).toBeGreaterThan(100);
});

test('a contact keeps its address in the one form, and another spelling of it is the same contact', async () => {
  const at = await workplace();
  const created = await create(at, ' Ana@São-Paulo.example ');
  expect(created.statusCode).toBe(201);
  expect(created.json().email).toBe('ana@xn--so-paulo-rza.example');
  for (const spelling of ['ana@sa\u0303o-paulo.example', 'ANA@XN--SO-PAULO-RZA.example']) {
    const again = await create(at, spelling);
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain(created.json()._id);
  }
});

test.each([
  'ok@ex.com/x',
  'ok@ex.com#y',
  'ok@ex.com?subject=x',
  'ok@ex%2ecom',
  'ok@ex\u00adample.com',
  'a@127.0.0.010',
])('a contact with %s is refused', async (email) => {
  expect((await create(await workplace(), email)).statusCode).toBe(400);
});

test('what was stored before the rule is brought into the form, held back, and stays unsubscribed', async () => {
  const at = await workplace();
  const add = async (email: string) => (await createContact(context, { ...at.unit, email })).id;
  const letters = await add('ana@bücher.example');
  const taken = await add('bia@bücher.example');
  const first = await add('bia@xn--bcher-kva.example');
  const slash = await add('ok@ex.com/x');
  const unseen = await add('caio@ex\u00adample.com');
  const older = await add('joão@example.com');
  const cyrillic = await add('dora@пример.рф');
  const plain = await add('eva@example.com');
  await context.database.withCompany(at.companyId, (tx) =>
    sql`INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
      SELECT ${at.companyId}, ${at.unit.businessUnitId}, 'email', address_hash(email), 'unsubscribed'
      FROM unnest(${['ok@ex.com/x', 'bia@bücher.example', 'dora@пример.рф', 'caio@ex\u00adample.com']}::text[]) AS e (email)`.execute(
      tx,
    ),
  );

  const migration = readFileSync(
    join(import.meta.dirname, '../../../../db/migrations/0110_email_addresses.sql'),
    'utf8',
  );
  // Twice: what is in the form stays as it is.
  for (const _ of [1, 2]) await context.database.pool.query(`BEGIN; ${migration}; COMMIT`);

  expect(await contactsOf(at)).toEqual(
    new Map([
      [letters, 'ana@xn--bcher-kva.example'],
      [taken, 'bia@bücher.example'],
      [first, 'bia@xn--bcher-kva.example'],
      [slash, 'ok@ex.com/x'],
      [unseen, 'caio@ex\u00adample.com'],
      [older, 'joão@example.com'],
      [cyrillic, 'dora@xn--e1afmkfd.xn--p1ai'],
      [plain, 'eva@example.com'],
    ]),
  );
  const { rows } = await context.database.withCompany(at.companyId, (tx) =>
    sql<{ email: string }>`
      SELECT email FROM unnest(${['ok@ex.com', 'bia@xn--bcher-kva.example', 'dora@xn--e1afmkfd.xn--p1ai', 'caio@example.com', 'ana@xn--bcher-kva.example', 'eva@example.com']}::text[]) AS e (email)
      JOIN suppressions ON company_id = ${at.companyId} AND address_hash = address_hash(email) AND reason = 'unsubscribed'
    `.execute(tx),
  );
  expect(rows.map(({ email }) => email).sort()).toEqual(
    ['ok@ex.com', 'bia@xn--bcher-kva.example', 'dora@xn--e1afmkfd.xn--p1ai', 'caio@example.com'].sort(),
  );
});
