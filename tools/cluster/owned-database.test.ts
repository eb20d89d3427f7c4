import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { findPostgres, hasPostgres, type PostgresServer } from '../test/postgresql.ts';
import { makeOwnedDatabase } from './owned-database.ts';

let server: PostgresServer | undefined;
afterAll(() => server?.stop());

test.skipIf(!hasPostgres())(
  'an owner that is no superuser migrates its database',
  async () => {
    server = await findPostgres({ url: '' });
    const url = await makeOwnedDatabase(String(server?.url));
    expect((await migrate(url)).length).toBeGreaterThan(0);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("SELECT current_user AS name, current_setting('is_superuser') AS super");
    await client.end();
    expect(rows).toEqual([{ name: 'escuta', super: 'off' }]);
  },
  60_000,
);
