import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { createCompany, createContact } from '../../testing/factories.ts';
import { createManyContacts } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { countAllContacts, readAloneMax } from './queries.ts';
import { isIndexable, readContactPage, countMax } from './read-contact-page.ts';

const context = testContext();

const firstPage = { sort: 'created_at', limit: 20, page: 1 } as const;

/** The ids that the function of the search hands out to a company for a unit. */
async function found(companyId: CompanyId, businessUnitId: BusinessUnitId, fragment: string) {
  const { rows } = await context.database.withCompany(companyId, (tx) =>
    sql<{ id: string }>`SELECT id FROM find_contacts(${companyId}, ${businessUnitId}, NULL, ${fragment}, 100)`.execute(
      tx,
    ),
  );
  return rows.map(({ id }) => id);
}

test('the search finds the contacts of the transaction’s company only, whatever unit it is asked for', async () => {
  const [one, other] = [await createCompany(context), await createCompany(context)];
  const mine = await createContact(context, { ...one, name: 'Pessoa Procurada' });
  const theirs = await createContact(context, { ...other, name: 'Pessoa Procurada' });

  expect(await found(one.companyId, one.businessUnitId, 'procurada')).toEqual([mine.id]);
  expect(await found(other.companyId, other.businessUnitId, 'procurada')).toEqual([theirs.id]);
  expect(await found(one.companyId, other.businessUnitId, 'procurada')).toEqual([]);
});

test('without a company, or as the role that works across companies, there is nothing to find', async () => {
  const { businessUnitId, companyId } = await createCompany(context);
  await createContact(context, { companyId, businessUnitId, name: 'Pessoa Procurada' });
  const search = sql`SELECT id FROM find_contacts(${companyId}, ${businessUnitId}, NULL, 'procurada', 100)`;
  const asNobody = context.database.withCompany(companyId, async (tx) => {
    await sql`SET LOCAL app.company_id = ''`.execute(tx);
    return (await search.execute(tx)).rows;
  });
  expect(await asNobody).toEqual([]);
  await expect(context.database.withSystem((tx) => search.execute(tx))).rejects.toThrow(/permission denied/);
});

test('the role of the search reads what a search compares, writes nothing, and is taken by nobody', async () => {
  const { companyId } = await createCompany(context);
  const seen = await context.database.withCompany(companyId, async (tx) => {
    const columns = await sql<{ table: string; columns: string[] }>`
      SELECT attrelid::regclass::text AS table, array_agg(attname::text ORDER BY attname) AS columns
      FROM pg_attribute
      WHERE attrelid IN ('contacts'::regclass, 'contact_imports'::regclass) AND attnum > 0
        AND has_column_privilege('escuta_search', attrelid, attnum, 'SELECT')
      GROUP BY attrelid
      ORDER BY 1
    `.execute(tx);
    const others = await sql`
      SELECT FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND has_any_column_privilege('escuta_search', oid, 'SELECT, INSERT, UPDATE, REFERENCES')
        AND oid NOT IN ('contacts'::regclass, 'contact_imports'::regclass)
    `.execute(tx);
    const writes = await sql<{ may: boolean }>`
      SELECT bool_or(has_any_column_privilege('escuta_search', name, 'INSERT, UPDATE, REFERENCES')
        OR has_table_privilege('escuta_search', name, 'DELETE, TRUNCATE, TRIGGER')) AS may
      FROM unnest(ARRAY['contacts', 'contact_imports']) AS name
    `.execute(tx);
    const members =
      await sql`SELECT FROM pg_auth_members WHERE roleid = 'escuta_search'::regrole AND NOT admin_option`.execute(tx);
    return { columns: columns.rows, others: others.rows, writes: writes.rows, members: members.rows };
  });
  const ofContacts = ['business_unit_id', 'company_id', 'created_at', 'custom_search_text', 'id', 'name'];
  expect(seen.columns).toEqual([
    { table: 'contact_imports', columns: ['company_id', 'contact_id', 'import_id'] },
    { table: 'contacts', columns: [...ofContacts, 'search_text'] },
  ]);
  expect(seen).toMatchObject({ others: [], writes: [{ may: false }], members: [] });
});

test.each([
  { what: 'three letters', fragment: 'silva 777', by: 'find_contacts', index: 'contacts_search' },
  { what: 'two', fragment: 'xq', by: 'find_contacts', index: 'contacts_search' },
  {
    what: 'three letters of a custom value',
    fragment: 'silva 777',
    by: 'find_contacts_by_custom_fields',
    index: 'contacts_custom_search',
  },
  { what: 'two', fragment: 'xq', by: 'find_contacts_by_custom_fields', index: 'contacts_custom_search' },
])(
  'among many contacts a search by $what goes through the index of $by, also before there are statistics',
  async ({ fragment, by, index }) => {
    const unit = await createCompany(context);
    await createManyContacts(context, unit, 20_000);
    await context.database.withCompany(unit.companyId, (tx) =>
      sql`UPDATE contacts SET custom_search_text = search_text WHERE company_id = ${unit.companyId}`.execute(tx),
    );
    // As vacuum does; before that the planner counts the waiting entries against the index.
    for (const each of ['contacts_search', 'contacts_custom_search'])
      await context.database.pool.query('SELECT gin_clean_pending_list($1::regclass)', [each]);
    const { rows } = await context.database.pool.query<{ body: string; settings: string[] }>(
      `SELECT prosrc AS body, proconfig AS settings FROM pg_proc WHERE proname = $1`,
      [by],
    );
    const { body = '', settings = [] } = rows[0] ?? {};
    const statements = [...body.matchAll(/RETURN QUERY(.*?);/gs)].map(([, statement = '']) => statement);
    expect(statements).toHaveLength(2);
    const plan = await context.database.withCompany(unit.companyId, async (tx) => {
      for (const setting of settings.filter((one) => one.startsWith('enable_'))) {
        await sql.raw(`SET LOCAL ${setting}`).execute(tx);
      }
      // The role that the function works as: a superuser may take it, as the users of the test databases are.
      await sql`SET LOCAL ROLE NONE; SET LOCAL ROLE escuta_search`.execute(tx);
      const statement = (statements[fragment.length === 2 ? 0 : 1] ?? '')
        .replace(/\bcompany\b/g, `'${unit.companyId}'`)
        .replace(/\bunit\b/g, `'${unit.businessUnitId}'`)
        .replace(/\bimport\b/g, 'NULL::uuid')
        .replace(/\bfragment\b/g, `'${fragment}'`)
        .replace(/\bmost\b/g, '100');
      const explained = await sql<{ 'QUERY PLAN': string }>`EXPLAIN (COSTS off) ${sql.raw(statement)}`.execute(tx);
      return explained.rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    // Two letters look into it twice.
    const times = fragment.length === 2 ? 2 : 1;
    const scans = `Bitmap Index Scan on ${index}\\n\\s+Index Cond: \\(.*business_unit_id.* = .* AND \\((custom_)?search_text ~`;
    expect(plan.match(new RegExp(scans, 'g'))).toHaveLength(times);
    expect(plan.match(/Index Scan/g)).toHaveLength(times);
  },
);

// cspell:words xquique xqueila texqui paxq
test('two letters are found wherever they stand, of few contacts and of many', async () => {
  const unit = await createCompany(context);
  const other = await createCompany(context);
  await createContact(context, { ...other, name: 'Xquique' });
  const named = async (name: string, particulars: { email?: string; tel?: string } = {}) =>
    (await createContact(context, { ...unit, name, email: null, ...particulars })).id;
  const ids = [
    await named('Xqueila Ramos'),
    await named('Ana Texqui'),
    await named('Rui Paxq'),
    await named('XQ'),
    await named('Eva', { email: 'a.xq@empresa.example' }),
    await named('Zoë (xq)'),
  ];
  await named('Xavier Queiroz');
  const read = async (search: string) => {
    const page = { ...unit, ...firstPage, search };
    const { rows, total } = await context.database.withCompany(unit.companyId, (tx) => readContactPage(tx, page));
    expect(rows).toHaveLength(total);
    return new Set(rows.map(({ id }) => id));
  };
  expect(await read('xq')).toEqual(new Set(ids));
  expect(await read('Xq')).toEqual(new Set(ids));
  const phone = await named('Bia', { tel: '+5511987650073' });
  expect(await read('73')).toEqual(new Set([phone]));
  // So many that the contacts are walked through.
  await createManyContacts(context, unit, 600);
  expect(await read('xq')).toEqual(new Set(ids));
  const many = await context.database.withCompany(unit.companyId, (tx) =>
    readContactPage(tx, { ...unit, ...firstPage, search: 'si' }),
  );
  expect(many).toMatchObject({ total: 600 });
});

test('very many contacts are counted to the last, each unit by itself, and what is read after them is planned as always', async () => {
  const unit = await createCompany(context);
  const other = await createCompany(context);
  await createManyContacts(context, unit, readAloneMax + 1);
  await createManyContacts(context, other, 3);
  const settings = ['cpu_operator_cost', 'parallel_setup_cost'];
  const counted = (of: typeof unit) =>
    context.database.withCompany(of.companyId, async (tx) => {
      const shown = async () =>
        (await sql`SELECT name, setting FROM pg_settings WHERE name = ANY (${settings})`.execute(tx)).rows;
      const before = await shown();
      const count = await countAllContacts(tx, { companyId: of.companyId, businessUnitId: of.businessUnitId });
      expect(await shown()).toEqual(before);
      return count;
    });
  expect([await counted(unit), await counted(other)]).toEqual([readAloneMax + 1, 3]);
  // A list of them stops counting, and its pages go on.
  const page = { ...unit, ...firstPage, page: Math.ceil((readAloneMax + 1) / 20) };
  const last = await context.database.withCompany(unit.companyId, (tx) => readContactPage(tx, page));
  expect(last).toMatchObject({ total: countMax, totalIsAtLeast: true });
  expect(last.rows).toHaveLength((readAloneMax + 1) % 20);
});

test('a search that finds very many stops counting, and its pages go on', async () => {
  const unit = await createCompany(context);
  await createManyContacts(context, unit, countMax + 1);
  const read = (changes: object) =>
    context.database.withCompany(unit.companyId, (tx) => readContactPage(tx, { ...unit, ...firstPage, ...changes }));

  const many = await read({ search: 'silva' });
  expect(many).toMatchObject({ total: countMax, totalIsAtLeast: true });
  expect(many.rows).toHaveLength(20);
  expect((await read({ search: 'ma', page: 3 })).rows).toHaveLength(20);
  const few = await read({ search: 'silva 777' });
  expect(few).toMatchObject({ total: 11 });
  expect(few).not.toHaveProperty('totalIsAtLeast');
  expect(await read({})).toMatchObject({ total: countMax, totalIsAtLeast: true });
});

test.each([
  ['ana', true],
  ['São', true],
  ['a.b.c', false],
  ['ma', false],
  ['..@..', false],
  ['иии', false],
  ['12 345', true],
])('%j can begin in the index: %s', (search, expected) => {
  expect(isIndexable(search)).toBe(expected);
});
