import { randomBytes } from 'node:crypto';
import pg from 'pg';

const name = 'escuta';

const login = 'escuta_app';

/** The addresses of a database: of who migrates it, and of whom api and worker sign in as. */
export interface OwnedDatabase {
  readonly ownerUrl: string;
  /** The migration makes this login. */
  readonly loginUrl: string;
}

/** Makes a database as docs/operations.md asks for it: its owner is no superuser, whom row-level security does not bind. */
export async function makeOwnedDatabase(superuserUrl: string): Promise<OwnedDatabase> {
  const password = randomBytes(16).toString('hex');
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${password}'`);
    await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
  } finally {
    await client.end();
  }
  const urlOf = (user: { username: string; password: string }) =>
    Object.assign(new URL(superuserUrl), { ...user, pathname: `/${name}` }).href;
  return {
    ownerUrl: urlOf({ username: name, password }),
    loginUrl: urlOf({ username: login, password: randomBytes(16).toString('hex') }),
  };
}
