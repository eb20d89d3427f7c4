import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, createContact } from '../../testing/factories.ts';
import type { Transaction } from './database.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

/** Tables of the whole installation: no company owns their rows. */
const withoutCompany = ['schema_functions', 'schema_migrations'];

describe('tenants', () => {
  test('every table has row-level security that binds its owner too, and at least one policy', async () => {
    const { rows } = await context.database.pool.query<{ name: string }>(`
      SELECT c.relname AS name
      FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND (NOT c.relrowsecurity OR NOT c.relforcerowsecurity
          OR NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))
      ORDER BY c.relname
    `);
    expect(rows.map((row) => row.name)).toEqual(withoutCompany);
  });

  test('no role of ours may read a partition past its parent’s policy', async () => {
    const { rows } = await context.database.pool.query<{ name: string }>(`
      SELECT c.relname AS name FROM pg_class c
      WHERE c.relispartition AND c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
        AND (has_table_privilege('escuta_company', c.oid, 'SELECT') OR has_table_privilege('escuta_system', c.oid, 'SELECT'))
    `);
    expect(rows).toEqual([]);
  });

  test('every key of a table with a company begins with the company, as a distributed database needs it', async () => {
    const { rows } = await context.database.pool.query<{ name: string; definition: string }>(`
      SELECT k.conname AS name, pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition 
        -- What is looked up before a company is known stands whole on every server (tools/checks/distribution).
        AND c.relname NOT IN ('users', 'sign_ups', 'user_identities')
        AND k.contype IN ('p', 'u', 'f')
        AND a.attnum <> k.conkey[1]
        -- A key to one of the few tables that belong to no company is a key to a reference table.
        AND NOT (k.contype = 'f' AND k.confrelid IN ('users'::regclass, 'companies'::regclass))
    `);
    expect(rows).toEqual([]);
  });

  test('a company’s transaction sees and writes its own rows only', async () => {
    const mine = await createCompany(context);
    const other = await createCompany(context);
    await createContact(context, mine);
    await createContact(context, other);

    const seen = await context.database.withCompany(mine.companyId, (tx) =>
      tx.selectFrom('contacts').select('company_id').execute(),
    );
    expect(seen).toEqual([{ company_id: mine.companyId }]);
    await expect(
      context.database.withCompany(mine.companyId, (tx) =>
        tx
          .insertInto('contact_companies')
          .values({
            company_id: other.companyId,
            id: newId(),
            business_unit_id: other.businessUnitId,
            name: 'X',
          })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/);
    const stolen = await context.database.withCompany(mine.companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set({ name: 'Stolen' })
        .where('company_id', '=', other.companyId)
        .returning('id')
        .execute(),
    );
    expect(stolen).toEqual([]);
  });

  test('the company does not stay on the connection after the transaction', async () => {
    const { companyId } = await createCompany(context);
    await context.database.withCompany(companyId, (tx) => tx.selectFrom('contacts').select('id').execute());
    const clients = await Promise.all(
      Array.from({ length: 4 }, () =>
        context.database.pool.query(`SELECT current_setting('app.company_id', true) AS company, current_user AS role`),
      ),
    );
    for (const { rows } of clients) {
      expect(rows[0].company || null).toBeNull();
      expect(rows[0].role).not.toMatch(/^escuta_/);
    }
  });

  test('a company’s transaction never reads a password hash', async () => {
    const { companyId } = await createCompany(context);
    await expect(
      context.database.withCompany(companyId, (tx) => tx.selectFrom('users').select('password_hash').execute()),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('transactions', () => {
  test('each has its limits for silence and for locks, and none stays on the connection', async () => {
    const { companyId } = await createCompany(context);
    const limitsOf = (tx: Transaction) =>
      sql<{ silence: string; lock: string }>`
        SELECT current_setting('idle_in_transaction_session_timeout') AS silence, current_setting('lock_timeout') AS lock
      `.execute(tx);
    const open = [
      await context.database.withSystem(limitsOf),
      await context.database.withCompany(companyId, limitsOf),
      await context.database.withCompany(companyId, limitsOf, { lockMsMax: 700 }),
    ];
    expect(open.map(({ rows }) => rows[0])).toEqual([
      { silence: '10s', lock: '20s' },
      { silence: '10s', lock: '20s' },
      { silence: '10s', lock: '700ms' },
    ]);
    const { rows } = await context.database.pool.query(`SELECT current_setting('lock_timeout') AS lock`);
    expect(rows).toEqual([{ lock: '0' }]);
  });

  test('none of their statements is compiled', async () => {
    const { companyId } = await createCompany(context);
    const { database } = context;
    const jit = (tx: Transaction) => sql<{ jit: string }>`SELECT current_setting('jit') AS jit`.execute(tx);
    const open = [await database.withSystem(jit), await database.withCompany(companyId, jit)];
    expect(open.map(({ rows }) => rows[0]?.jit)).toEqual(['off', 'off']);
    expect(await database.callInCompany(companyId, sql`current_setting('jit')`)).toBe('off');
  });

  test('a query outside the open transaction throws instead of waiting for ever', async () => {
    const { companyId } = await createCompany(context);
    await expect(
      context.database.withCompany(companyId, async () => {
        await context.database.withCompany(companyId, (tx) => tx.selectFrom('contacts').select('id').execute());
      }),
    ).rejects.toThrow(/outside the open transaction/);
  });

  test('an error rolls everything back and the connection is good again', async () => {
    const company = await createCompany(context);
    await expect(
      context.database.withCompany(company.companyId, async (tx) => {
        await tx
          .insertInto('contact_companies')
          .values({
            company_id: company.companyId,
            id: newId(),
            business_unit_id: company.businessUnitId,
            name: 'Gone',
          })
          .execute();
        await sql`SELECT 1 / 0`.execute(tx);
      }),
    ).rejects.toThrow(/division by zero/);
    const left = await context.database.withCompany(company.companyId, (tx) =>
      tx.selectFrom('contact_companies').select('id').execute(),
    );
    expect(left).toEqual([]);
  });
});
