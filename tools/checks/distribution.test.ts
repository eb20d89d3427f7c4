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

const clean = {
  'db/schema.sql': schema,
  [functions]: `CREATE OR REPLACE FUNCTION find_invited_items(company uuid, items uuid[]) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$ BEGIN RETURN QUERY SELECT id FROM send_items; END $$;
    CREATE OR REPLACE FUNCTION count_items(company uuid) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO send_progress (a) SELECT 1 ON CONFLICT DO NOTHING; RETURN 1; END $$;`,
  [migration]: `ALTER TABLE sends ADD COLUMN a int, ADD COLUMN b text DEFAULT 'a,b';
    ALTER TABLE sends ADD CONSTRAINT sends_a_check CHECK (a > 0 AND b IN ('a', 'b'));
    DROP INDEX one; DROP INDEX two;`,
  [act]:
    'import { sql } from "kysely"; export const a = [sql`SELECT id FROM find_invited_items(1, 2)`, sql`INSERT INTO sends (a) SELECT 1 FROM send_items RETURNING id`, sql`UPDATE send_items SET a = 1 WHERE ctid = 1`];',
};

function check(planted: Record<string, string>, known: Known = {}): string[] {
  const problems = checkDistribution(new Map(Object.entries({ ...clean, ...planted })), known);
  return problems.map(({ file, message }) => `${file} ${message.split(':')[0]}`);
}

const inAct = (code: string) => ({ [act]: `import { sql } from 'kysely'; export const a = ${code};` });
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
])('a function breaks “%s”: %s', (rule, text) => {
  expect(check(inFunction(text))).toEqual([`${functions} ${rule}`]);
});

test.each([
  ['insert select', 'sql`INSERT INTO sends (a) SELECT 1 FROM send_items`'],
  ['function beside tables', 'sql`SELECT FROM sends, find_invited_items(1, 2)`'],
  ['address beside insert', 'sql`WITH a AS (UPDATE sends SET a = 1 WHERE ctid = 2) INSERT INTO sends (a) VALUES (1)`'],
  [
    'address beside insert',
    "sql`WITH a AS (UPDATE sends SET a = 1 WHERE ${byAddress('a', 'b')}) INSERT INTO sends (a) VALUES (1)`",
  ],
  ['set config', "sql`SELECT set_config('app.company_id', 'a', true)`"],
  ['setting', "sql`SET LOCAL plan_cache_mode = 'auto'`"],
])('an act breaks “%s”: %s', (rule, code) => {
  expect(check(inAct(code))).toEqual([`${act} ${rule}`]);
});

test('what is known stands, and has to break its rule', () => {
  const planted = inAct('sql`INSERT INTO sends (a) SELECT 1`');
  expect(check(planted, { [act]: { 'insert select': 'a reason' } })).toEqual([]);
  expect(check({}, { [act]: { 'insert select': 'a reason' } })).toEqual([`${act} breaks “insert select” no longer`]);
});
