import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { excessRights } from '../../server/src/platform/db/login-rights.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { prepareLogin } from '../../server/src/platform/db/prepare-login.ts';
import { runStatement } from '../../server/src/testing/run-statement.ts';
import { root } from '../start/bootstrap.mjs';
import { findPostgres, hasPostgres, type PostgresServer } from '../test/postgresql.ts';
import { makeOwnedDatabase } from './owned-database.ts';

let server: PostgresServer | undefined;
afterAll(() => server?.stop());

test.skipIf(!hasPostgres())(
  'an owner that is no superuser migrates its database, and makes a login that may do no more than the product needs',
  async () => {
    server = await findPostgres({ url: '' });
    const { ownerUrl, loginUrl } = await makeOwnedDatabase(String(server?.url));
    expect((await migrate(ownerUrl)).length).toBeGreaterThan(0);
    expect(await rightsOf(ownerUrl)).toEqual(['createrole', 'owner of the tables']);
    await prepareLogin(ownerUrl, loginUrl);
    expect(await rightsOf(loginUrl)).toEqual([]);
  },
  60_000,
);

test.skipIf(!hasPostgres())(
  'where the roles were made beforehand, an owner without CREATEROLE does the rest; without them it says what to do',
  async () => {
    const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const [, sql = ''] = /```sql\n(CREATE ROLE escuta_company[^]*?)```/.exec(page) ?? [];
    expect(sql).toContain('WITH ADMIN OPTION');
    // In a server of its own: roles belong to the server, and the one above has some.
    const fresh = await findPostgres({ url: '' });
    try {
      for (const statement of sql.split(';').filter((one) => one.trim() !== ''))
        await runStatement(String(fresh?.url), statement);
      const of = (username: string) =>
        Object.assign(new URL(String(fresh?.url)), { username, password: '…', pathname: '/escuta' }).href;
      const ran = await migrate(of('escuta_owner'));
      expect(ran).toContain('contact_search.sql');
      // A release that changes a function finds the rights that the first one had.
      await runStatement(of('escuta_owner'), `DELETE FROM schema_functions WHERE name = 'contact_search.sql'`);
      expect(await migrate(of('escuta_owner'))).toEqual(['contact_search.sql']);
      await prepareLogin(of('escuta_owner'), of('escuta_app'));
      expect(await rightsOf(of('escuta_app'))).toEqual([]);
      await expect(prepareLogin(of('escuta_owner'), of('somebody_else'))).rejects.toThrow(
        'may not prepare the login somebody_else (permission denied to create role): docs/operations.md has the SQL',
      );
    } finally {
      await fresh?.stop();
    }
  },
  60_000,
);

async function rightsOf(url: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    return await excessRights(pool);
  } finally {
    await pool.end();
  }
}
