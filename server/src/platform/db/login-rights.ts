import type pg from 'pg';

type Right = 'superuser' | 'createrole' | 'createdb' | 'bypassrls' | 'server files or programs' | 'owner of the tables';

/**
 * What the login of a pool may do beyond what the product needs, by itself or as any role that it may take: with each
 * of them one injected statement ends row-level security. The embedded database knows one user, who may do all, so there
 * it says nothing.
 */
export async function excessRights(pool: Pick<pg.Pool, 'query'>): Promise<Right[]> {
  const { rows } = await pool.query<Record<Right, boolean> & { embedded: boolean }>(`
    SELECT
      version() LIKE '%(PGlite %' AS embedded,
      bool_or(rolsuper) AS superuser,
      bool_or(rolcreaterole) AS createrole,
      bool_or(rolcreatedb) AS createdb,
      bool_or(rolbypassrls) AS bypassrls,
      bool_or(rolname IN (
        'pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_read_all_data', 'pg_write_all_data'
      )) AS "server files or programs",
      bool_or(EXISTS (
        SELECT FROM pg_class WHERE relowner = pg_roles.oid AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      )) AS "owner of the tables"
    FROM pg_roles
    WHERE pg_has_role(session_user, oid, 'MEMBER')
  `);
  const { embedded, ...has } = rows[0] ?? { embedded: true };
  if (embedded) return [];
  const rights = (Object.keys(has) as Right[]).filter((right) => has[right as keyof typeof has]);
  // Who may do everything may take every role.
  return rights.includes('superuser') ? ['superuser'] : rights;
}
