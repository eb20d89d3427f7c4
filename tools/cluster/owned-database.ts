import { randomBytes } from 'node:crypto';
import pg from 'pg';

const name = 'escuta';

/**
 * Makes a database whose owner is no superuser, with the one right that docs/operations.md asks for: row-level security
 * does not bind a superuser. Returns the owner's address of it.
 */
export async function makeOwnedDatabase(superuserUrl: string): Promise<string> {
  const password = randomBytes(16).toString('hex');
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${password}'`);
    await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(superuserUrl);
  Object.assign(url, { username: name, password, pathname: `/${name}` });
  return url.href;
}
