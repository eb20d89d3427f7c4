/** The catalogue's questions. Every answer is ordered by name in the C collation: the same on every database. */

/** Objects of ours: in `public`, and not brought by an extension. */
function own(catalog: string, oid: string): string {
  return `NOT EXISTS (
    SELECT FROM pg_depend member
    WHERE member.classid = '${catalog}'::regclass AND member.objid = ${oid} AND member.deptype = 'e'
  )`;
}

const inPublic = `'public'::regnamespace`;

/** Tables without their partitions. */
const ownTables = `class.relnamespace = ${inPublic} AND class.relkind IN ('r', 'p') AND NOT class.relispartition
  AND ${own('pg_class', 'class.oid')}`;

export const extensions = `
  SELECT format('CREATE EXTENSION %I', extname) AS definition
  FROM pg_extension
  WHERE extname <> 'plpgsql'
  ORDER BY extname COLLATE "C"`;

export const types = `
  SELECT format('CREATE TYPE %I AS ENUM (%s)', type.typname, string_agg(quote_literal(label.enumlabel), ', ' ORDER BY label.enumsortorder))
    AS definition
  FROM pg_type type
  JOIN pg_enum label ON label.enumtypid = type.oid
  WHERE type.typnamespace = ${inPublic} AND ${own('pg_type', 'type.oid')}
  GROUP BY type.typname
  ORDER BY type.typname COLLATE "C"`;

export const functions = `
  SELECT pg_get_functiondef(routine.oid) AS definition
  FROM pg_proc routine
  WHERE routine.pronamespace = ${inPublic} AND routine.prokind IN ('f', 'p') AND ${own('pg_proc', 'routine.oid')}
  ORDER BY routine.oid::regprocedure::text COLLATE "C"`;

/** Who owns a function and who may call it, where that is not the owner of the database and everybody. */
export const functionRights = `
  WITH own AS (
    SELECT routine.oid, routine.oid::regprocedure::text AS name, pg_get_userbyid(routine.proowner)::text AS owner, routine.proacl
    FROM pg_proc routine
    WHERE routine.pronamespace = ${inPublic} AND ${own('pg_proc', 'routine.oid')}
  )
  SELECT definition FROM (
    SELECT name, 1 AS place, '' AS role, format('ALTER FUNCTION %s OWNER TO %I', name, owner) AS definition
    FROM own WHERE owner LIKE 'escuta\\_%'
    UNION ALL
    SELECT name, 2, '', format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', name)
    FROM own WHERE proacl IS NOT NULL AND NOT EXISTS (SELECT FROM aclexplode(proacl) AS entry WHERE entry.grantee = 0)
    UNION ALL
    SELECT name, 3, role, format('GRANT EXECUTE ON FUNCTION %s TO %I', name, role)
    FROM own, aclexplode(proacl) AS entry, pg_get_userbyid(entry.grantee) AS role
    WHERE role LIKE 'escuta\\_%' AND role <> owner
  ) AS rights
  ORDER BY name COLLATE "C", place, role COLLATE "C"`;

export const tables = `
  SELECT class.relname AS name,
    CASE class.relkind WHEN 'p' THEN pg_get_partkeydef(class.oid) END AS partition_key,
    class.reloptions AS options,
    class.relrowsecurity AS row_security,
    class.relforcerowsecurity AS forced
  FROM pg_class class
  WHERE ${ownTables}
  ORDER BY class.relname COLLATE "C"`;

export const columns = `
  SELECT class.relname AS table, field.attname AS name, format_type(field.atttypid, field.atttypmod) AS type,
    field.attnotnull AS not_null, pg_get_expr(value.adbin, value.adrelid) AS default,
    field.attgenerated AS generated, field.attidentity AS identity
  FROM pg_class class
  JOIN pg_attribute field ON field.attrelid = class.oid AND field.attnum > 0 AND NOT field.attisdropped
  LEFT JOIN pg_attrdef value ON value.adrelid = class.oid AND value.adnum = field.attnum
  WHERE ${ownTables}
  ORDER BY class.relname COLLATE "C", field.attnum`;

/** Primary key first, then unique, foreign, check and exclusion constraints. */
export const constraints = `
  SELECT class.relname AS table, rule.conname AS name, pg_get_constraintdef(rule.oid) AS definition
  FROM pg_class class
  JOIN pg_constraint rule ON rule.conrelid = class.oid AND rule.contype IN ('p', 'u', 'f', 'c', 'x')
  WHERE ${ownTables}
  ORDER BY class.relname COLLATE "C", array_position(ARRAY['p', 'u', 'f', 'c', 'x'], rule.contype::text), rule.conname COLLATE "C"`;

/** Indexes that no constraint stands for. */
export const indexes = `
  SELECT class.relname AS table, held.relname AS name, pg_get_indexdef(index.indexrelid) AS definition
  FROM pg_class class
  JOIN pg_index index ON index.indrelid = class.oid
  JOIN pg_class held ON held.oid = index.indexrelid
  WHERE ${ownTables} AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = index.indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY class.relname COLLATE "C", held.relname COLLATE "C"`;

export const policies = `
  SELECT class.relname AS table, policy.polname AS name,
    format('CREATE POLICY %I ON %I AS %s FOR %s TO %s', policy.polname, class.relname,
      CASE WHEN policy.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
      CASE policy.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
      (SELECT string_agg(CASE role WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(role)::text END, ', ' ORDER BY pg_get_userbyid(role)::text COLLATE "C")
       FROM unnest(policy.polroles) AS role))
    || coalesce(' USING (' || pg_get_expr(policy.polqual, policy.polrelid) || ')', '')
    || coalesce(' WITH CHECK (' || pg_get_expr(policy.polwithcheck, policy.polrelid) || ')', '') AS definition
  FROM pg_class class
  JOIN pg_policy policy ON policy.polrelid = class.oid
  WHERE ${ownTables}
  ORDER BY class.relname COLLATE "C", policy.polname COLLATE "C"`;

export const triggers = `
  SELECT class.relname AS table, trigger.tgname AS name, pg_get_triggerdef(trigger.oid) AS definition
  FROM pg_class class
  JOIN pg_trigger trigger ON trigger.tgrelid = class.oid AND NOT trigger.tgisinternal
  WHERE ${ownTables}
  ORDER BY class.relname COLLATE "C", trigger.tgname COLLATE "C"`;

/** What the product's own roles may do, on whole tables, single columns and sequences. */
export const grants = `
  WITH granted AS (
    SELECT class.relname, NULL::name AS attname, class.relkind, entry.grantee, entry.privilege_type
    FROM pg_class class, aclexplode(class.relacl) AS entry
    WHERE class.relnamespace = ${inPublic} AND NOT class.relispartition
    UNION ALL
    SELECT class.relname, field.attname, class.relkind, entry.grantee, entry.privilege_type
    FROM pg_class class
    JOIN pg_attribute field ON field.attrelid = class.oid, aclexplode(field.attacl) AS entry
    WHERE class.relnamespace = ${inPublic} AND NOT class.relispartition
  ),
  spelled AS (
    SELECT relname, relkind, pg_get_userbyid(grantee)::text AS role, privilege_type,
      string_agg(quote_ident(attname), ', ' ORDER BY attname COLLATE "C") AS fields
    FROM granted
    WHERE pg_get_userbyid(grantee) LIKE 'escuta\\_%'
    GROUP BY relname, relkind, grantee, privilege_type, attname IS NULL
  )
  SELECT relname AS table, role AS name,
    format('GRANT %s ON %s%I TO %I',
      string_agg(privilege_type || coalesce(' (' || fields || ')', ''), ', '
        ORDER BY array_position(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'], privilege_type), fields COLLATE "C" NULLS FIRST),
      CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE '' END, relname, role) AS definition
  FROM spelled
  GROUP BY relname, relkind, role
  ORDER BY relname COLLATE "C", role COLLATE "C"`;

export const views = `
  SELECT format('CREATE %sVIEW %I AS %s', CASE class.relkind WHEN 'm' THEN 'MATERIALIZED ' ELSE '' END, class.relname,
    rtrim(pg_get_viewdef(class.oid, true), ';')) AS definition
  FROM pg_class class
  WHERE class.relnamespace = ${inPublic} AND class.relkind IN ('v', 'm') AND ${own('pg_class', 'class.oid')}
  ORDER BY class.relname COLLATE "C"`;

export const schemaGrants = `
  SELECT format('GRANT %s ON SCHEMA %I TO %I',
    string_agg(entry.privilege_type, ', ' ORDER BY entry.privilege_type COLLATE "C"), space.nspname, pg_get_userbyid(entry.grantee)) AS definition
  FROM pg_namespace space, aclexplode(space.nspacl) AS entry
  WHERE space.nspname = 'public' AND pg_get_userbyid(entry.grantee) LIKE 'escuta\\_%'
  GROUP BY space.nspname, entry.grantee
  ORDER BY pg_get_userbyid(entry.grantee)::text COLLATE "C"`;
