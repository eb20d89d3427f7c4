import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../testing/empty-database.ts';
import { roles, ticketingRoles } from '@escuta/contract/access-policy';
import type { CompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { openDatabase } from './database.ts';
import { isMigrated, migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import { listRepeatableFiles, listMigrations } from './schema-files.ts';

let own: TestDatabase;
let owner: pg.Client;
let pool: pg.Pool;
let ranAtFirst: string[];
beforeAll(async () => {
  own = await createEmptyDatabase(process.env['TEST_DATABASE_DIRECT_URL'] ?? process.env['TEST_DATABASE_URL']);
  // The first start of an installation: several processes at once.
  ranAtFirst = (await Promise.all([migrate(own.url), migrate(own.url), migrate(own.url)])).flat();
  owner = new pg.Client({ connectionString: own.url });
  await owner.connect();
  pool = createPool(own.url, 1);
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await own.remove();
});

const isReady = () => openDatabase(pool).withSystem(isMigrated);

test('several runners at once bring an empty database to this release, each file once', () => {
  const files = [...listMigrations(), ...listRepeatableFiles()].map(({ name }) => name);
  expect(ranAtFirst.toSorted()).toEqual(files.toSorted());
});

describe('functions', () => {
  /** As a release with another text of this file leaves the database; its text of `emit_events` does nothing. */
  beforeEach(async () => {
    await owner.query(`
      CREATE OR REPLACE FUNCTION emit_events(company uuid, event text, facts json) RETURNS void LANGUAGE plpgsql
      AS $$ BEGIN END $$;
      INSERT INTO schema_functions (name, checksum, created_at) VALUES ('outbox.sql', 'of another release', clock_timestamp())
      ON CONFLICT (name, checksum) DO UPDATE SET created_at = excluded.created_at`);
  });

  const textOf = async (signature: string) =>
    (await owner.query('SELECT pg_get_functiondef($1::regprocedure) AS text', [signature])).rows[0].text as string;

  test('a file whose text is not the one of the database is run again, also by several runners, and once', async () => {
    expect(await textOf('emit_events(uuid, text, json)')).not.toContain('INSERT INTO outbox');
    const ran = await Promise.all([migrate(own.url), migrate(own.url), migrate(own.url)]);
    expect(ran.flat()).toEqual(['outbox.sql']);
    expect(await textOf('emit_events(uuid, text, json)')).toContain('INSERT INTO outbox');
    expect(await migrate(own.url)).toEqual([]);
  });

  test('a process whose functions a newer release has replaced stays ready; one whose functions were never there is not', async () => {
    expect(await isReady()).toBe(true);
    await owner.query(`DELETE FROM schema_functions WHERE name = 'outbox.sql' AND checksum <> 'of another release'`);
    expect(await isReady()).toBe(false);
    await migrate(own.url);
    expect(await isReady()).toBe(true);
  });

  test.each([
    ['file of functions', `INSERT INTO schema_functions VALUES ('surprises.sql', 'later', now())`, 'surprises.sql'],
    ['migration', `INSERT INTO schema_migrations VALUES ('9999_later.sql', 'later')`, '9999_later.sql'],
  ])('a database that holds a %s of a later release keeps its functions', async (_what, statement, name) => {
    await owner.query(statement);
    await expect(migrate(own.url)).rejects.toThrow(`the database is newer than this release: it holds ${name}`);
    expect(await textOf('emit_events(uuid, text, json)')).not.toContain('INSERT INTO outbox');
    await owner.query('DELETE FROM schema_functions WHERE name = $1', [name]);
    await owner.query('DELETE FROM schema_migrations WHERE name = $1', [name]);
  });

  test('a function that runs with the rights of its owner keeps owner and grants when it is run again', async () => {
    const rights = async () =>
      (
        await owner.query(
          `SELECT proowner::regrole::text AS owner, prosecdef, proacl::text AS grants FROM pg_proc
           WHERE proname IN ('find_contacts', 'find_contacts_by_custom_fields', 'analyze_contacts')
           ORDER BY proname`,
        )
      ).rows;
    const before = await rights();
    expect(before.map(({ prosecdef }) => prosecdef)).toEqual([true, true, true]);
    for (const { owner, grants } of before.slice(1)) {
      expect(owner).toBe('escuta_search');
      expect(grants).toContain('escuta_company=X/escuta_search');
    }
    expect(before.map(({ grants }) => grants).join()).not.toMatch(/[{,]=X/);
    await owner.query(`DELETE FROM schema_functions WHERE name LIKE 'contact%'`);
    expect(await migrate(own.url)).toEqual(['contact_search.sql', 'contacts.sql', 'outbox.sql']);
    expect(await rights()).toEqual(before);
  });
});

test('every CHECK of the database that names a role is written from the access policy: none is copied by hand', async () => {
  const names = [...new Set<string>([...roles, ...ticketingRoles])].map((role) => `'${role}'`);
  const namingRoles = async () =>
    (
      await owner.query<{ table: string; name: string; definition: string }>(
        `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint
         WHERE contype = 'c' AND EXISTS (
           SELECT FROM unnest($1::text[]) AS role WHERE strpos(pg_get_constraintdef(oid), role) > 0
         )
         ORDER BY 1, 2`,
        [names],
      )
    ).rows;
  const before = await namingRoles();
  expect(new Set(before.map(({ table }) => table))).toEqual(new Set(['invitations', 'users']));

  for (const { table, name } of before) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await owner.query(`DELETE FROM schema_functions WHERE name = 'access-policy'`);
  expect(await migrate(own.url)).toEqual(['access-policy']);
  expect(await namingRoles()).toEqual(before);
});

test('the roles that users may have are those of the access policy, after a policy that knew others too', async () => {
  await owner.query(`ALTER TABLE users DROP CONSTRAINT users_role_check`);
  await owner.query(`ALTER TABLE users ADD CONSTRAINT users_role_check CHECK (role IN ('own', 'guest'))`);
  await owner.query(`UPDATE schema_functions SET checksum = 'of another policy' WHERE name = 'access-policy'`);
  expect(await migrate(own.url)).toEqual(['access-policy']);

  const companyId = newId<CompanyId>();
  await owner.query('BEGIN; SET LOCAL ROLE escuta_system');
  await owner.query(`INSERT INTO companies (id, link_key, name) VALUES ($1, 1, 'x')`, [companyId]);
  const refusal = async (role: string, ticketingRole: string | null) => {
    await owner.query('SAVEPOINT before');
    const values = [newId(), companyId, `${role}-${ticketingRole}@x.example`, role, ticketingRole];
    const insert = `INSERT INTO users (id, company_id, name, email, password_hash, role, ticketing_role)
      VALUES ($1, $2, 'x', $3, '', $4, $5)`;
    const answer = await owner.query(insert, values).then(
      () => null,
      (error: { constraint?: string }) => error.constraint,
    );
    await owner.query('ROLLBACK TO before');
    return answer;
  };
  for (const role of roles) expect([role, await refusal(role, 'agent')]).toEqual([role, null]);
  expect(await refusal('own', null)).toBeNull();
  expect(await refusal('guest', null)).toBe('users_role_check');
  expect(await refusal('own', 'boss')).toBe('users_ticketing_role_check');
  expect(await refusal('agent', null)).toBe('users_bound_ticketing_role_check');
  expect(await refusal('agent', 'ana')).toBe('users_bound_ticketing_role_check');
  await owner.query('ROLLBACK');
});

test('a migration that is not what ran is refused', async () => {
  await owner.query(`UPDATE schema_migrations SET checksum = 'another' WHERE name = '0001_tenancy.sql'`);
  await expect(migrate(own.url)).rejects.toThrow('0001_tenancy.sql has changed since it ran');
  const checksum = listMigrations()[0]?.checksum;
  await owner.query(`UPDATE schema_migrations SET checksum = $1 WHERE name = '0001_tenancy.sql'`, [checksum]);
  expect(await isReady()).toBe(true);
});
