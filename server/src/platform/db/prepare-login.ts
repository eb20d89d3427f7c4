import pg from 'pg';

/** What the owner of the tables cannot give by itself; a sentence for whoever administers the server. */
export class LoginError extends Error {}

/**
 * Makes the login of api and worker where it is missing, and gives it what they need and no more (decision 0017): it may
 * become escuta_company, escuta_narrowed or escuta_system, inherits nothing from them, and owns the schema of the job library. `ownerUrl`
 * is who owns the tables; `loginUrl` names the login and, for one that is made now, its password. May run again at any time.
 * @throws LoginError when the owner may not do what is missing.
 */
export async function prepareLogin(ownerUrl: string, loginUrl: string): Promise<void> {
  const { username, password } = new URL(loginUrl);
  const login = decodeURIComponent(username);
  if (login === '') throw new LoginError('DATABASE_URL names no user');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ user: string }>('SELECT session_user AS user');
    if (rows[0]?.user === login) return;
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('escuta roles'))`);
    await ensureRole(client, login, decodeURIComponent(password));
    await grantRoles(client, login);
    await handOverJobs(client, login);
    await client.query('COMMIT');
  } catch (error) {
    if (isRefusal(error))
      throw new LoginError(
        `the owner of the tables may not prepare the login ${login} (${error.message}): docs/operations.md has the SQL`,
        { cause: error },
      );
    throw error;
  } finally {
    await client.end();
  }
}

/** SQLSTATE 42501, insufficient privilege. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === '42501';
}

async function ensureRole(client: pg.Client, login: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [login]);
  if (rowCount === 1) return;
  const secret = client.escapeLiteral(password);
  await client.query(`CREATE ROLE ${client.escapeIdentifier(login)} LOGIN NOINHERIT PASSWORD ${secret}`);
}

async function grantRoles(client: pg.Client, login: string): Promise<void> {
  for (const role of ['escuta_company', 'escuta_narrowed', 'escuta_system']) {
    const { rows } = await client.query<{ is: boolean }>(`SELECT pg_has_role($1, $2, 'MEMBER') AS is`, [login, role]);
    if (!rows[0]?.is) await client.query(`GRANT ${role} TO ${client.escapeIdentifier(login)}`);
  }
}

/** What stands in the schema of the job library and belongs to somebody else, as statements that change that. */
const ownership = `
  SELECT format('ALTER SCHEMA %I OWNER TO %I', nspname, $1::text) AS statement, 1 AS turn
  FROM pg_namespace WHERE nspname = 'pgboss' AND nspowner <> $1::regrole
  UNION ALL
  SELECT format('ALTER TABLE %s OWNER TO %I', oid::regclass, $1::text), 2
  FROM pg_class WHERE relnamespace = 'pgboss'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND relowner <> $1::regrole
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', oid::regprocedure, $1::text), 3
  FROM pg_proc WHERE pronamespace = 'pgboss'::regnamespace AND proowner <> $1::regrole
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO %I', oid::regtype, $1::text), 4
  FROM pg_type WHERE typnamespace = 'pgboss'::regnamespace AND typtype IN ('e', 'd') AND typowner <> $1::regrole
  ORDER BY turn`;

/** Only who could act for the new owner may hand something over: for this moment the owner of the tables can. */
async function handOverJobs(client: pg.Client, login: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(ownership, [login]);
  if (rows.length === 0) return;
  const name = client.escapeIdentifier(login);
  const isForNow = !(await canActFor(client, login));
  if (isForNow) await client.query(`GRANT ${name} TO CURRENT_USER`);
  for (const { statement } of rows) await client.query(statement);
  if (isForNow) await client.query(`REVOKE ${name} FROM CURRENT_USER`);
}

/** From PostgreSQL 16 on, who made a role is its member and still may not act for it. */
async function canActFor(client: pg.Client, login: string): Promise<boolean> {
  const { rows: version } = await client.query<{ number: number }>(
    `SELECT current_setting('server_version_num')::int AS number`,
  );
  const privilege = Number(version[0]?.number) >= 160_000 ? 'SET' : 'MEMBER';
  const { rows } = await client.query<{ can: boolean }>('SELECT pg_has_role($1, $2) AS can', [login, privilege]);
  return rows[0]?.can === true;
}
