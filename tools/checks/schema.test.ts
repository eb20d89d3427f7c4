import { describe, expect, test } from 'vitest';
import { firstDifference } from './kit/generated.ts';
import type { Catalogue, Column } from './schema/catalogue.ts';
import { dumpSchema } from './schema/dump.ts';
import { checkFunctionTexts } from './schema/function-texts.ts';
import { tableTypes } from './schema/table-types.ts';

const empty: Catalogue = {
  extensions: [],
  types: [],
  functions: [],
  functionRights: [],
  tables: [],
  columns: [],
  constraints: [],
  indexes: [],
  policies: [],
  triggers: [],
  grants: [],
  views: [],
  schemaGrants: [],
};

function column(name: string, type: string, more: Partial<Column> = {}): Column {
  return { table: 'send_items', name, type, not_null: true, default: null, generated: '', identity: '', ...more };
}

const items: Catalogue = {
  ...empty,
  extensions: ['CREATE EXTENSION pg_trgm'],
  tables: [
    {
      name: 'send_items',
      partition_key: 'RANGE (month)',
      options: ['fillfactor=70'],
      row_security: true,
      forced: true,
    },
  ],
  columns: [
    column('id', 'uuid'),
    column('month', 'date'),
    column('tries', 'smallint', { default: '0' }),
    column('size', 'bigint', { not_null: false }),
    column('tags', 'text[]'),
    column('words', 'text', { not_null: false, default: 'lower(name)', generated: 's' }),
    column('answer', 'jsonb', { not_null: false }),
    column('at', 'timestamp with time zone', { default: 'now()' }),
  ],
  constraints: [{ table: 'send_items', name: 'send_items_pkey', definition: 'PRIMARY KEY (id)' }],
  indexes: [{ table: 'send_items', name: 'a', definition: 'CREATE INDEX a ON public.send_items USING btree (tries)' }],
  policies: [{ table: 'other', name: 'p', definition: 'CREATE POLICY p ON other' }],
};

describe('schema', () => {
  test('a table is told with all that is its own and nothing of another', () => {
    const text = dumpSchema(items);
    expect(text).toContain('CREATE EXTENSION pg_trgm;');
    expect(text).toContain(`CREATE TABLE send_items (
  id uuid NOT NULL,
  month date NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  size bigint,
  tags text[] NOT NULL,
  words text GENERATED ALWAYS AS (lower(name)) STORED,
  answer jsonb,
  at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT send_items_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (month) WITH (fillfactor=70);
CREATE INDEX a ON public.send_items USING btree (tries);
ALTER TABLE send_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_items FORCE ROW LEVEL SECURITY;
`);
    expect(text).not.toContain('POLICY');
  });

  test('types say what a query reads and writes', () => {
    expect(tableTypes(items)).toContain(`export interface SendItems {
  id: ItemId;
  month: string;
  tries: Generated<number>;
  size: number | null;
  tags: string[];
  words: Computed<string | null>;
  answer: unknown;
  at: Generated<Timestamp>;
}

export interface DB {
  send_items: SendItems;
}
`);
  });

  test('a column whose CHECK lists its texts takes those and no other', () => {
    const check = (definition: string, table = 'send_items') => ({ table, name: `${table}_check`, definition });
    const types = tableTypes({
      ...items,
      columns: [
        column('state', 'text', { default: "'new'::text" }),
        column('kind', 'text', { not_null: false }),
        column('title', 'text'),
      ],
      constraints: [
        check("CHECK ((state = ANY (ARRAY['new'::text, 'half done'::text])))"),
        check("CHECK ((kind = ANY (ARRAY['a'::text])))"),
        check("CHECK (((title = ANY (ARRAY['x'::text])) OR (size > 0)))"),
        check("CHECK ((title = ANY (ARRAY['y'::text])))", 'other'),
      ],
    });
    expect(types).toContain(`export interface SendItems {
  state: Generated<'new' | 'half done'>;
  kind: 'a' | null;
  title: string;
}`);
  });

  test('an id is that of its noun, by the name of its column, and who did something is a user', () => {
    const columns = [column('contact_id', 'uuid', { not_null: false }), column('created_by', 'uuid')];
    expect(tableTypes({ ...items, columns })).toContain(`export interface SendItems {
  contact_id: ContactId | null;
  created_by: UserId;
}`);
  });

  test('a type without an answer stops the check, and so does an id of nobody knows what', () => {
    expect(() => tableTypes({ ...items, columns: [column('area', 'polygon')] })).toThrow('send_items.area polygon');
    expect(() => tableTypes({ ...items, columns: [column('parcel_id', 'uuid')] })).toThrow('send_items.parcel_id');
  });
});

test('the first difference of two texts is found', () => {
  expect(firstDifference('a\nb\nc', 'a\nx\nc')).toEqual({ line: 2, was: 'b', is: 'x' });
  expect(firstDifference('a', 'a\nb')).toEqual({ line: 2, was: 'the end', is: 'b' });
});

describe('the text of a function', () => {
  const find = 'CREATE OR REPLACE FUNCTION public.find(company uuid)\n RETURNS void';
  const file = 'CREATE OR REPLACE FUNCTION find(company uuid) RETURNS void AS $$ $$;\n';
  const check = (files: Record<string, string>, functions = [find]) =>
    checkFunctionTexts(new Map(Object.entries(files)), functions).map(({ file, line }) => `${file}:${line}`);

  test('stands once, in a file of functions', () => {
    expect(
      check({ 'db/functions/finds.sql': file, 'db/migrations/0201_a.sql': 'CREATE FUNCTION pg_temp.find()' }),
    ).toEqual([]);
  });

  test.each([
    [
      'in a migration',
      { 'db/functions/finds.sql': file, 'db/migrations/0201_a.sql': `\n${file}` },
      'db/migrations/0201_a.sql:2',
    ],
    ['twice', { 'db/functions/a.sql': file, 'db/functions/b.sql': file }, 'db/functions/b.sql:1'],
    ['in a way that runs only once', { 'db/functions/a.sql': file.replace('OR REPLACE ', '') }, 'db/functions/a.sql:1'],
    ['nowhere', {}, 'db/functions:undefined'],
    [
      'with a plan for all values',
      {
        'db/functions/a.sql': file.replace(
          ' AS',
          '\nSET enable_seqscan = off\nSET plan_cache_mode = force_generic_plan\nAS',
        ),
      },
      'db/functions/a.sql:3',
    ],
  ])('is missed where it stands %s', (_what, files, problem) => {
    expect(check(files)).toContain(problem);
  });

  test('is missed where the database holds the function in another form too', () => {
    expect(check({ 'db/functions/a.sql': file }, [find, find.replace('company', 'a int, company')])).toHaveLength(1);
  });
});
