import { expect, test } from 'vitest';
import { checkDistribution, type Known } from './distribution/check.ts';
import { tableKinds } from './distribution/table-kinds.ts';

/** A schema of every table in the list, each with the keys that it needs. */
const schema = Object.entries(tableKinds)
  .flatMap(([kind, names]) => names.map((name) => [kind, name] as const))
  .map(([kind, name]) => {
    const columns = kind === 'company' ? ['company_id uuid NOT NULL', 'id uuid'] : ['id uuid'];
    const key = `CONSTRAINT ${name}_pkey PRIMARY KEY (${kind === 'company' ? 'company_id, ' : ''}id)`;
    return `CREATE TABLE ${name} (\n  ${[...columns, key].join(',\n  ')}\n);\n`;
  })
  .join('\n');

const act = 'server/src/modules/sends/plan-send.ts';
const functions = 'db/functions/send_items.sql';
const migration = 'db/migrations/0999_next.sql';
const batch = 'server/src/platform/db/batch.ts';
const fragments = 'server/src/modules/sends/sends-of.ts';
const counted = 'server/src/modules/sends/count-sends.ts';

const clean = {
  'db/schema.sql': schema,
  [functions]: `CREATE OR REPLACE FUNCTION find_invited_items(company uuid, items uuid[]) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$ BEGIN RETURN QUERY SELECT id FROM send_items; END $$;
    CREATE OR REPLACE FUNCTION count_items(company uuid) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN PERFORM set_config('lock_timeout', '2s', true);
    INSERT INTO send_progress (a) SELECT 1 ON CONFLICT DO NOTHING; RETURN 1; END $$;
    CREATE OR REPLACE FUNCTION hold_items(company uuid) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN PERFORM FROM send_items WHERE company_id = company FOR NO KEY UPDATE; UPDATE send_items SET a = 1 WHERE ctid = x;
    INSERT INTO sends (a) VALUES ((SELECT 1)); RETURN count_items(company); END $$;`,
  [migration]: `ALTER TABLE sends ADD COLUMN a int, ADD COLUMN b text DEFAULT 'a,b';
    ALTER TABLE sends ADD CONSTRAINT sends_a_check CHECK (a > 0 AND b IN ('a', 'b'));
    DROP INDEX one; DROP INDEX two; INSERT INTO sends (a) SELECT 1 ON CONFLICT DO NOTHING;`,
  [batch]: `import { sql } from 'kysely';
    export const byAddress = (table, rows) => sql\`\${sql.ref(table)} = \${rows} AND \${rows} = \${rows}::text::tid\`;`,
  [fragments]: `import { sql } from 'kysely';
    export function sendsOf(tx, company) { return tx.selectFrom('sends').where('company_id', '=', company); }
    export const fromSends = sql\`FROM sends\`;
    export const invited = (json) => sql\`find_invited_items(1, \${json})\`;`,
  [act]: `import { sql } from 'kysely';
    import { byAddress } from '#platform/db/batch.ts';
    import { fromSends, sendsOf } from './sends-of.ts';
    const items = sql\`SELECT id FROM send_items WHERE company_id = \${company} FOR UPDATE SKIP LOCKED\`;
    export async function read(tx, company) {
      const { id } = await sql\`SELECT id FROM find_invited_items(1, 2)\`.execute(tx);
      const ids = await tx.selectFrom('sends').where('id', '=', id).execute();
      await sql\`SELECT count_items(\${ids}), hold_items(1)\`.execute(tx);
      await sql\`INSERT INTO sends (a) SELECT 'FOR UPDATE' \${fromSends} RETURNING id\`.execute(tx);
      await sql\`WITH a AS (INSERT INTO sends (a) VALUES (1)) SELECT 1 FROM send_items\`.execute(tx);
      await sql\`WITH held AS (\${items}) UPDATE send_items SET a = 1 WHERE \${byAddress('send_items', 'held')}\`.execute(tx);
      await sql\`SELECT set_config('lock_timeout', '1s', true)\`.execute(tx);
      await tx.insertInto('sends').expression(sendsOf(tx, 1)).returning('id').execute();
      await sendsOf(tx, company).forUpdate().execute();
    }`,
  [counted]: `export const count = async (tx) => {
      const { numUpdatedRows } = await tx.updateTable('sends').set({ a: 1 }).executeTakeFirst();
      return numUpdatedRows;
    };`,
};

function check(planted: Record<string, string>, known: Known = {}): string[] {
  const problems = checkDistribution(new Map(Object.entries({ ...clean, ...planted })), known);
  return problems.map(({ file, message }) => `${file} ${message.split(':')[0]}`);
}

const inAct = (code: string) => ({
  [act]: `import { sql } from 'kysely';
    import { byAddress } from '#platform/db/batch.ts';
    import { fromSends, invited, sendsOf } from './sends-of.ts';
    export const read = async (tx) => { await ${code}.execute(tx); };`,
});
const inFunction = (text: string) => ({ [functions]: `${clean[functions]}\n${text}` });

test('what a distributed PostgreSQL takes is clean', () => {
  expect(check({})).toEqual([]);
});

test.each([
  ['kind', { 'db/schema.sql': `${schema}\nCREATE TABLE plans (\n  id uuid\n);` }],
  ['kind', { 'db/schema.sql': schema.replace(/CREATE TABLE sends \([^]*?\n\);/, '') }],
  [
    'kind',
    { 'db/schema.sql': schema.replace('CREATE TABLE sends (\n  company_id uuid NOT NULL,', 'CREATE TABLE sends (') },
  ],
  ['kind', { 'db/schema.sql': schema.replace('CREATE TABLE schema_functions (', '$&\n  company_id uuid,') }],
  [
    'key',
    { 'db/schema.sql': schema.replace('sends_pkey PRIMARY KEY (company_id, id)', 'sends_pkey PRIMARY KEY (id)') },
  ],
  ['key', { 'db/schema.sql': `${schema}\nCREATE UNIQUE INDEX a ON public.sends USING btree (id);` }],
  ['trigger', { 'db/schema.sql': `${schema}\nCREATE TRIGGER a BEFORE DELETE ON public.sends` }],
  ['set null column', { 'db/schema.sql': `${schema}\nREFERENCES a(b) ON DELETE SET NULL (b)` }],
  ['sequence', { 'db/schema.sql': `${schema}\n  n int GENERATED ALWAYS AS IDENTITY` }],
  ['policy', { 'db/schema.sql': `${schema}\nCREATE POLICY a ON sends USING ((id IN ( SELECT id FROM users)));` }],
  [
    'mutual keys',
    {
      'db/schema.sql': schema
        .replace('CREATE TABLE sends (', '$&\n  a uuid REFERENCES surveys(id),')
        .replace('CREATE TABLE surveys (', '$&\n  a uuid REFERENCES sends(id),'),
    },
  ],
])('the schema breaks “%s”', (rule, planted) => {
  expect(check(planted).map((found) => found.replace(/^\S+ /, ''))).toContain(rule);
});

test.each([
  ['drop index', 'DROP INDEX one, two;'],
  ['add constraint', 'ALTER TABLE sends ADD COLUMN a int, ADD CONSTRAINT c CHECK (a > 0);'],
  ['add constraint', 'ALTER TABLE sends DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (a > 0);'],
  ['add column', 'ALTER TABLE sends ADD COLUMN a int CHECK (a > 0);'],
  ['add column', 'ALTER TABLE sends ADD COLUMN a uuid REFERENCES surveys;'],
  ['insert select', 'INSERT INTO sends (a) SELECT 1 FROM send_items;'],
  ['row count', 'DO $$ DECLARE n int; BEGIN UPDATE sends SET a = 1; GET DIAGNOSTICS n = ROW_COUNT; END $$;'],
])('a migration breaks “%s”: %s', (rule, sql) => {
  expect(check({ [migration]: sql })).toEqual([`${migration} ${rule}`]);
});

test.each([
  [
    'company first',
    'CREATE OR REPLACE FUNCTION a(x int, company uuid) RETURNS int LANGUAGE plpgsql AS $$ SELECT FROM sends $$;',
  ],
  [
    'company first',
    'CREATE OR REPLACE FUNCTION a(company uuid) RETURNS int LANGUAGE sql AS $$ SELECT 1 FROM sends $$;',
  ],
  ['company first', 'CREATE OR REPLACE FUNCTION a() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS $$ SELECT 1 $$;'],
  [
    'setting',
    'CREATE OR REPLACE FUNCTION a() RETURNS int LANGUAGE plpgsql SET plan_cache_mode = auto AS $$ SELECT 1 $$;',
  ],
  ['row count', 'CREATE OR REPLACE FUNCTION a() RETURNS int LANGUAGE plpgsql AS $$ GET DIAGNOSTICS n = ROW_COUNT $$;'],
  [
    'insert select',
    'CREATE OR REPLACE FUNCTION a(company uuid) RETURNS int LANGUAGE plpgsql AS $$ INSERT INTO sends (a) SELECT 1; $$;',
  ],
  [
    'insert select',
    "CREATE OR REPLACE FUNCTION a(company uuid) RETURNS int LANGUAGE plpgsql AS $$ EXECUTE 'INSERT INTO sends SELECT 1'; $$;",
  ],
  [
    'function beside tables',
    'CREATE OR REPLACE FUNCTION a(company uuid) RETURNS int LANGUAGE plpgsql AS $$ SELECT count_items(1) FROM sends; $$;',
  ],
  [
    'function beside tables',
    'CREATE OR REPLACE FUNCTION b(company uuid) RETURNS int LANGUAGE plpgsql AS $$ RETURN count_items(1); $$; CREATE OR REPLACE FUNCTION a(company uuid) RETURNS int LANGUAGE plpgsql AS $$ SELECT b(1) FROM sends; $$;',
  ],
  [
    'address beside insert',
    'CREATE OR REPLACE FUNCTION a(company uuid) RETURNS int LANGUAGE plpgsql AS $$ WITH b AS (UPDATE sends SET a = 1 WHERE ctid = x) INSERT INTO sends VALUES (1); $$;',
  ],
  [
    'lock',
    'CREATE OR REPLACE FUNCTION a(company uuid) RETURNS int LANGUAGE plpgsql AS $$ PERFORM FROM sends FOR UPDATE; $$;',
  ],
  [
    'set config',
    "CREATE OR REPLACE FUNCTION a(company uuid) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config('role', 'escuta_system', true); END $$;",
  ],
  [
    'set config',
    "CREATE OR REPLACE FUNCTION a(company uuid) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config('app.company_id', company::text, true); END $$;",
  ],
  [
    'set config',
    'CREATE OR REPLACE FUNCTION a(company uuid, name text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config(name, company::text, true); END $$;',
  ],
  [
    'set config',
    "CREATE OR REPLACE FUNCTION a(company uuid) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'SELECT set_config(''role'', ''escuta_system'', true)'; END $$;",
  ],
])('a function breaks “%s”: %s', (rule, text) => {
  expect(check(inFunction(text))).toEqual([`${functions} ${rule}`]);
});

test.each([
  ['insert select', 'sql`INSERT INTO sends (a) SELECT 1 FROM send_items`'],
  ['insert select', "sql`INSERT INTO sends (a) SELECT 'RETURNING' FROM send_items`"],
  ['insert select', 'sql`WITH a AS (INSERT INTO sends (a) SELECT 1) UPDATE sends SET a = 1 RETURNING id`'],
  ['insert select', 'sql`WITH a AS (INSERT INTO sends (a) VALUES (1) RETURNING id) INSERT INTO sends (a) SELECT 1`'],
  ['insert select', "tx.insertInto('sends').expression(sendsOf(tx, 1))"],
  ['function beside tables', 'sql`SELECT FROM sends, find_invited_items(1, 2)`'],
  ['function beside tables', 'sql`SELECT ${invited(1)} ${fromSends}`'],
  ['function beside tables', "tx.selectFrom('sends').select(({ fn }) => fn('find_invited_items', []))"],
  ['function beside tables', "tx.selectFrom('sends as s').select(invited(1).as('a'))"],
  ['function beside tables', "sendsOf(tx, 1).innerJoin(sql`find_invited_items(1, 2)`.as('a'), 'a')"],
  ['address beside insert', 'sql`WITH a AS (UPDATE sends SET a = 1 WHERE ctid = 2) INSERT INTO sends (a) VALUES (1)`'],
  [
    'address beside insert',
    "sql`WITH a AS (UPDATE sends SET a = 1 WHERE ${byAddress('a', 'b')}) INSERT INTO sends (a) VALUES (1)`",
  ],
  ['lock', 'sql`SELECT id FROM sends FOR UPDATE`'],
  ['lock', 'sql`SELECT company_id FROM sends WHERE company_id = ANY(${ids}) FOR NO KEY UPDATE`'],
  ['lock', 'sql`SELECT s.id FROM sends s JOIN surveys v ON v.company_id = s.company_id FOR SHARE`'],
  ['lock', "tx.selectFrom('sends').where('id', '=', 1).forUpdate()"],
  ['lock', "tx.selectFrom('sends').select('company_id').forNoKeyUpdate()"],
  ['set config', "sql`SELECT set_config('app.company_id', 'a', true)`"],
  ['set config', 'sql`SELECT set_config(${name}, ${company}, true)`'],
  ['setting', "sql`SET LOCAL plan_cache_mode = 'auto'`"],
  ['row count', 'sql`INSERT INTO sends (a) VALUES (1)`.execute(tx).numAffectedRows; await sql`SELECT 1`'],
  [
    'row count',
    "tx.insertInto('sends').expression(sendsOf(tx, 1)).onConflict(skip).execute().numInsertedOrUpdatedRows; await sql`SELECT 1`",
  ],
  [
    'row count',
    'sql`INSERT INTO sends (a) SELECT 1 ON CONFLICT DO NOTHING`.execute(tx).numUpdatedRows; await sql`SELECT 1`',
  ],
])('an act breaks “%s”: %s', (rule, code) => {
  expect(check(inAct(code))).toEqual([`${act} ${rule}`]);
});

test('a part of statements that calls a function of ours is that call alone', () => {
  const part = (text: string) => ({
    [fragments]: `${clean[fragments]} export const part = sql\`${text}\`;`,
  });
  expect(check(part('find_invited_items(1, 2)'))).toEqual([]);
  expect(check(part('JOIN find_invited_items(1, 2) ON true'))).toEqual([`${fragments} function beside tables`]);
});

test('what is known stands, and has to break its rule', () => {
  const planted = inAct('sql`INSERT INTO sends (a) SELECT 1`');
  expect(check(planted, { [act]: { 'insert select': 'a reason' } })).toEqual([]);
  expect(check({}, { [act]: { 'insert select': 'a reason' } })).toEqual([`${act} breaks “insert select” no longer`]);
});
