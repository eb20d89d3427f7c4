// cspell:disable
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import { contactField, contactFieldNames } from '@escuta/contract/contact-fields';
import { erasedTables } from '@escuta/contract/erasures';
import type { ErasureReport } from '@escuta/contract/erasures';
import type { BusinessUnitId, CompanyId, ContactCompanyId, ContactId, ExportId, UserId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, createContact, signedIn, switchAll } from '../../testing/factories.ts';
import { askForExport, readExport, runExportNow } from '../../testing/export-steps.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { meets } from '../../testing/meets.ts';
import { createSentInvitations } from '../../testing/response-factories.ts';
import { createPublishedSurvey, testDefinition } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { erasePerson } from './erase-person.ts';

const context = testContext();
const maria = { name: 'Maria da Conceição', email: 'maria.c@exemplo.example', tel: '+5511987654321' };
/** What nobody may find any more, in whatever form a table holds it. */
const traces = ['Maria', 'maria', 'Conceição', 'exemplo.example', '98765', '1990-05-17', 'Padaria Lua'];

/** A survey whose page names whoever opens it. */
const askingByName = {
  ...testDefinition,
  questions: testDefinition.questions.map((question) =>
    question.key === 'score' ? { ...question, title: '{{name}}, você recomendaria a Aurora?' } : question,
  ),
};

interface Unit {
  readonly companyId: CompanyId;
  readonly businessUnitId: BusinessUnitId;
}

/**
 * Maria in a unit: a contact with all its fields, of a company, with an answered message, another one of the month before that is
 * open, and rows of files. Beside her Zoe, who has answered too and knows a namesake of hers.
 */
async function settle(unit: Unit, headers: Record<string, string>) {
  const here = { ...headers, 'x-business-id': unit.businessUnitId };
  const survey = await createPublishedSurvey(context, { ...unit, definition: askingByName });
  const { links, sendId } = await createSentInvitations(context, { ...unit, ...survey, count: 2 });
  const [first, others] = links as [(typeof links)[0], (typeof links)[0]];
  const second = await createSentInvitations(context, { ...unit, ...survey, itemsMonth: '2026-10-01' });
  const contactId = first.contact.id;
  const workplace = newId<ContactCompanyId>();
  await context.database.withCompany(unit.companyId, async (tx) => {
    await tx
      .insertInto('contact_companies')
      .values({ company_id: unit.companyId, id: workplace, business_unit_id: unit.businessUnitId, name: 'Padaria Lua' })
      .execute();
    await tx
      .updateTable('contacts')
      .set({ ...maria, birthday: '1990-05-17', contact_company_id: workplace, custom_fields: '{"quarto":"Maria 101"}' })
      .set({ external_id: 'maria-7', language: 'es', timezone: 'America/Bogota', tags: ['Maria, hóspede'] })
      .where('company_id', '=', unit.companyId)
      .where('id', '=', contactId)
      .execute();
    await sql`
      UPDATE contacts SET name = 'Zoe Lima'
      WHERE company_id = ${unit.companyId} AND id = ANY(${[others.contact.id, second.contact.id]}::uuid[])
    `.execute(tx);
    await sql`
      UPDATE send_items SET contact_id = ${contactId}, address = ${maria.email}, detail = ${`250 ok <${maria.email}>`},
        address_hash = CASE WHEN id = ${first.itemId} THEN address_hash(${maria.email}) ELSE address_hash END
      WHERE company_id = ${unit.companyId} AND id = ANY(${[first.itemId, second.itemId]}::uuid[])
    `.execute(tx);
    await sql`
      UPDATE sends SET planned_at = now(), audience = ${JSON.stringify({ kind: 'search', search: maria.email })}::jsonb
      WHERE company_id = ${unit.companyId} AND id = ${sendId}
    `.execute(tx);
  });
  await answer(first.token, first.responseId, 3, 'Aqui é a Maria: liguem para (11) 98765-4321. O quarto estava frio.');
  await answer(others.token, others.responseId, 10, 'Maria, da recepção, foi ótima.');
  await context.app.inject({
    method: 'POST',
    url: `/api/contacts/${contactId}/consents`,
    headers: here,
    payload: { channel: 'email', status: 'granted', basis: 'consent', text_version: 'Maria disse sim' },
  });
  const file = `Nome;E-mail;Telefone\n${maria.name};maria.c(at)x;\nZulmira;zulmira@else.example;119\n${maria.name};${maria.email};1\n`;
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers: here }, file)).json();
  const payload = { uploadId, hasHeader, mapping };
  const imported = (await context.app.inject({ method: 'POST', url: '/api/imports', headers: here, payload })).json();
  await runImportNow(context, unit.companyId, imported._id);
  await context.app.inject({
    method: 'PUT',
    url: `/api/contacts/${contactId}`,
    headers: here,
    payload: { ...maria, birthday: '1990-05-17', tags: ['Maria'] },
  });
  await lookFor(here);
  return { ...unit, headers: here, contactId, first, second, others, sendId, importId: imported._id as string };
}
type Settled = Awaited<ReturnType<typeof settle>>;

/** Somebody made segments and saved filters by which they look for her, and for others. */
async function lookFor(headers: Record<string, string>) {
  const text = (field: string, op: string, value: string) => ({ kind: 'text', field, test: { op, value } });
  const kept = { kind: 'text', field: 'name', test: { op: 'contains', value: 'Zulmira' } };
  const hers = [text('email', 'is', maria.email), text('external_id', 'is', 'maria-7')];
  const definitions = [
    { match: 'any', of: [kept, { match: 'all', of: hers }] },
    { match: 'all', of: [kept] },
  ];
  const searches = [maria.email, '(11) 98765-4321', 'zulmira@else.example'];
  const made = [
    ...definitions.map((definition, n) => ({ url: '/api/segments', payload: { name: `Segmento ${n}`, definition } })),
    ...searches.map((search, n) => ({
      url: '/api/saved-filters',
      payload: { list: 'contacts', name: `Filtro ${n}`, shared: n > 0, search: { search } },
    })),
  ];
  for (const each of made) {
    const answered = await context.app.inject({ method: 'POST', headers, ...each });
    expect(answered.statusCode).toBe(201);
  }
}

async function answer(token: string, responseId: string, score: number, why: string) {
  const payload = { responseId, seq: 1, answers: { score, why }, complete: true };
  const taken = await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
  expect(taken.statusCode).toBe(200);
}

/** Maria in two units of one company and in another company, the first of which forgets her. */
async function threeMarias() {
  const [one, two] = [await createCompany(context), await createCompany(context)];
  await switchAll(context, one.companyId, true);
  const { headers } = await signedIn(context, { companyId: one.companyId });
  const others = await signedIn(context, { companyId: two.companyId });
  return {
    here: await settle(one, headers),
    elsewhere: await settle({ ...one, businessUnitId: one.otherUnitId }, headers),
    abroad: await settle(two, others.headers),
  };
}

function erase(
  { contactId, headers }: Pick<Settled, 'contactId' | 'headers'>,
  as: 'anonymized' | 'deleted',
  comments = 'remove',
) {
  return as === 'deleted'
    ? context.app.inject({ method: 'DELETE', url: `/api/contacts/${contactId}?comments=${comments}`, headers })
    : context.app.inject({
        method: 'POST',
        url: `/api/contacts/${contactId}/anonymisation`,
        headers,
        payload: { comments },
      });
}

async function ask({ headers }: Pick<Settled, 'headers'>, path: string) {
  return (await context.app.inject({ url: `/api${path}`, headers })).json();
}

const ownUnit = `to_jsonb(t) ->> 'business_unit_id'`;
/** The tables that have something of people, each with what says of which unit a row is; of the company without one. */
const personal = {
  contacts: ownUnit,
  contact_consents: ownUnit,
  contact_merges: ownUnit,
  bulk_action_contacts:
    '(SELECT business_unit_id FROM bulk_actions a WHERE a.company_id = t.company_id AND a.id = t.bulk_action_id)',
  segments: ownUnit,
  saved_filters: ownUnit,
  sends: ownUnit,
  send_items: ownUnit,
  responses: ownUnit,
  answers: '(SELECT business_unit_id FROM responses r WHERE r.company_id = t.company_id AND r.id = t.response_id)',
  import_uploads: ownUnit,
  import_row_errors:
    '(SELECT business_unit_id FROM imports i WHERE i.company_id = t.company_id AND i.id = t.import_id)',
  exports: ownUnit,
  audit_events: ownUnit,
  idempotency_keys: ownUnit,
  outbox: ownUnit,
  notifications: ownUnit,
} as const;

/** Every row of a unit that the product has of people, as text, each line with its table. */
async function rowsOf({ companyId, businessUnitId }: Unit): Promise<string[]> {
  const found: string[] = [];
  for (const [table, unit] of Object.entries(personal)) {
    const { rows } = await context.database.pool.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} t
       WHERE company_id = $1 AND coalesce((${unit})::uuid, $2) = $2 ORDER BY row`,
      [companyId, businessUnitId],
    );
    found.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return found;
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The rows that still say who she is. An id may hold the digits of a trace by chance. */
async function tracesLeft(unit: Unit) {
  return (await rowsOf(unit)).filter((row) => {
    const said = row.replaceAll(uuids, '');
    return traces.some((trace) => said.includes(trace));
  });
}

/** All numbers that the screens show. */
async function numbersOf(at: Settled) {
  const year = context.clock.now().getUTCFullYear();
  const days = `from=${year}-01-01&to=${year}-12-31`;
  const { data: _d, ...responses } = await ask(at, '/responses');
  const { data: _c, ...withComment } = await ask(at, '/responses?comment=with');
  const { data: _n, ...bottom } = await ask(at, '/responses?group=bottom');
  const { data: contacts, total } = await ask(at, '/contacts');
  return {
    dashboard: await ask(at, `/dashboard?${days}`),
    comments: (await ask(at, `/dashboard/comments?${days}`)).data.length,
    analytics: await ask(at, '/analytics'),
    responses,
    withComment,
    bottom,
    scores: contacts.map((contact: { last_score: number | null }) => contact.last_score),
    total,
    queue: await ask(at, '/queues'),
    imports: await ask(at, '/imports'),
  };
}

/** The button of the page by which she stops the messages, and the one that takes it back. */
async function press({ first }: Settled, button: 'stop' | 'back') {
  const pressed = await context.app.inject({
    method: 'POST',
    url: `/u/${first.token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: button === 'back' ? 'back=1' : '',
  });
  return pressed.statusCode;
}

const counted = (report: ErasureReport) => Object.fromEntries(report.tables.map(({ table, rows }) => [table, rows]));

test('[PRIVACY-09] rows of files that name a person by their CPF or by the id of the company alone are gone too, and no others', async () => {
  const here = await createCompany(context);
  const signed = await signedIn(context, { companyId: here.companyId });
  const headers = { ...signed.headers, 'x-business-id': here.businessUnitId };
  const { id: contactId } = await createContact(context, { ...here, name: 'Zoraide Quintela', email: null });
  await context.database.withCompany(here.companyId, (tx) =>
    tx
      .updateTable('contacts')
      .set({ external_id: 'ZOR-99', custom_fields: '{"documento":"52998224725"}' })
      .where('company_id', '=', here.companyId)
      .where('id', '=', contactId)
      .execute(),
  );
  const file = [
    'Nome;E-mail;Documento;Código',
    'Zoraide;zo(at)casa;529.982.247-25;',
    'Quintela;zq(at)casa;;zor-99',
    'Outra;outra(at)casa;111.444.777-35;ZOR-990',
  ].join('\n');
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers }, file)).json();
  const payload = { uploadId, hasHeader, mapping };
  const imported = (await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json();
  await runImportNow(context, here.companyId, imported._id);
  const errors = async () => (await context.app.inject({ url: `/api/imports/${imported._id}/errors`, headers })).body;
  for (const said of ['Zoraide', 'Quintela', 'Outra']) expect(await errors()).toContain(said);

  const report = await erase({ contactId, headers }, 'anonymized');

  expect(counted(report.json())).toMatchObject({ import_row_errors: 2, import_uploads: 1 });
  for (const said of ['Zoraide', '529.982', 'Quintela', 'zor-99']) expect(await errors()).not.toContain(said);
  expect(await errors()).toContain('Outra');
  expect(await errors()).toContain('ZOR-990');
});

describe.each(['anonymized', 'deleted'] as const)('a person who is %s', (as) => {
  test('[PRIVACY-09, PRIVACY-13] is gone from every table of the unit, and the report says from which', async () => {
    const { here, elsewhere, abroad } = await threeMarias();
    const [there, far] = [await rowsOf(elsewhere), await rowsOf(abroad)];
    expect((await tracesLeft(here)).length).toBeGreaterThan(8);

    const erased = await erase(here, as);

    expect(erased.statusCode).toBe(200);
    expect(erased.json().tables.map(({ table }: { table: string }) => table)).toEqual(erasedTables);
    expect(counted(erased.json())).toEqual({
      contacts: 1,
      contact_consents: 1,
      contact_merges: 0,
      bulk_action_contacts: 0,
      suppressions: as === 'anonymized' ? 2 : 0,
      segments: 1,
      saved_filters: 2,
      sends: 1,
      send_items: 2,
      responses: 1,
      answers: 1,
      import_uploads: 1,
      import_row_errors: 2,
      exports: 0,
      person_packages: 0,
      audit_events: 1,
      idempotency_keys: 0,
    });
    // Somebody else wrote of a namesake, and Zulmira's row is her own.
    const rest = (await tracesLeft(here)).filter((row) => !row.includes('da recepção') && !row.includes('Zulmira'));
    expect(rest).toEqual([]);
    expect(await rowsOf(elsewhere)).toEqual(there);
    expect(await rowsOf(abroad)).toEqual(far);
  });

  test('[PRIVACY-09] leaves the segments and filters that look for others, and segments with their other conditions', async () => {
    const { here } = await threeMarias();
    await erase(here, as);
    const segments = (await ask(here, '/segments')).data;
    const kept = { kind: 'text', field: 'name', test: { op: 'contains', value: 'Zulmira' } };
    const taken = (field: string) => ({ kind: 'text', field, test: { op: 'is', value: '***' } });
    const group = { match: 'all', of: [taken('email'), taken('external_id')] };
    expect(segments.map(({ definition }: { definition: object }) => definition)).toEqual([
      { match: 'any', of: [kept, group] },
      { match: 'all', of: [kept] },
    ]);
    const filters = (await ask(here, '/saved-filters?list=contacts')).data;
    expect(filters.map(({ search }: { search: object }) => search)).toEqual([{ search: 'zulmira@else.example' }]);
  });

  test('[PRIVACY-13] is told of in the audit with the same counts and without a name', async () => {
    const { here } = await threeMarias();
    const report = counted((await erase(here, as, 'mask')).json());
    const { data } = await ask(here, `/audit-events?action=contact.${as}`);
    expect(data).toMatchObject([
      { target: { type: 'contact', _id: here.contactId, label: null }, after: { comments: 'mask', ...report } },
    ]);
    const changes = (await ask(here, '/audit-events?action=contact.changed')).data;
    const labels = changes.map(
      ({ target, business }: { target: { label: string | null }; business: { _id: string } }) => [
        business._id === here.businessUnitId,
        target.label,
      ],
    );
    expect(labels.toSorted()).toEqual([
      [false, maria.name],
      [true, null],
    ]);
  });

  test('[PRIVACY-12] leaves every number as it was', async () => {
    const { here } = await threeMarias();
    const before = await numbersOf(here);
    expect(before).toMatchObject({
      responses: { total: 2 },
      withComment: { total: 2 },
      bottom: { total: 1 },
      comments: 2,
    });
    await erase(here, as);
    const after = await numbersOf(here);
    const gone = as === 'deleted';
    expect({ ...after, total: 0, scores: [] }).toEqual({ ...before, total: 0, scores: [] });
    expect(after.total).toBe(before.total - (gone ? 1 : 0));
    expect(after.scores.toSorted()).toEqual(
      before.scores.filter((score: number | null) => !(gone && score === 3)).toSorted(),
    );
  });

  test.each([
    ['remove', '***'],
    ['mask', 'Aqui é a ***: liguem para ***. O quarto estava frio.'],
  ])('[PRIVACY-10] has written what is kept by choice: %s', async (comments, kept) => {
    const { here } = await threeMarias();
    await erase(here, as, comments);
    const { data } = await ask(here, '/responses');
    const texts = data.map(({ score, comment }: { score: number; comment: string }) => [score, comment]);
    expect(new Map(texts)).toEqual(
      new Map([
        [3, kept],
        [10, 'Maria, da recepção, foi ótima.'],
      ]),
    );
    const whole = await ask(here, `/responses/${here.first.responseId}`);
    expect(whole.answers.map(({ text }: { text: string | null }) => text)).toEqual([null, kept]);
    expect(whole.customer).toEqual(
      as === 'deleted' ? null : { _id: here.contactId, name: '', email: null, tel: null, anonymized: true },
    );
  });

  test('is greeted by no name behind the links that they have', async () => {
    const { here } = await threeMarias();
    const open = () => context.app.inject({ url: `/r/${here.second.token}` });
    expect((await open()).body).toContain('Maria');
    await erase(here, as);
    const page = await open();
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('Maria');
    await answer(here.second.token, here.second.responseId, 9, 'Voltarei');
    expect((await ask(here, '/responses')).total).toBe(3);
  });

  test('is found in the queue without an address', async () => {
    const { here } = await threeMarias();
    await erase(here, as);
    const items = await ask(here, `/queues/${here.sendId}/items`);
    const erased = items.filter(({ _id }: { _id: string }) => _id !== here.others.itemId);
    for (const item of erased) {
      expect(item).toMatchObject({ response: 'EXECUTED', address: null, detail: null });
      expect(item.customer).toEqual(
        as === 'deleted' ? null : { _id: here.contactId, name: '', email: null, tel: null, anonymized: true },
      );
    }
    expect(erased).toHaveLength(1);
  });

  test('is absent for who works in another unit or company', async () => {
    const { here, elsewhere, abroad } = await threeMarias();
    const before = await rowsOf(here);
    for (const { headers } of [elsewhere, abroad]) {
      expect((await erase({ contactId: here.contactId, headers }, as)).statusCode).toBe(404);
    }
    expect(await rowsOf(here)).toEqual(before);
  });
});

test('[PERMS-12] deleting and anonymising are open to own, adm and acmng, and to nobody else', async () => {
  const { companyId, businessUnitId } = await createCompany(context);
  for (const role of roles) {
    const { headers } = await signedIn(context, { companyId, role, units: [businessUnitId] });
    const here = { ...headers, 'x-business-id': businessUnitId };
    for (const as of ['anonymized', 'deleted'] as const) {
      const { id: contactId } = await createContact(context, { companyId, businessUnitId });
      const { statusCode } = await erase({ contactId, headers: here }, as);
      expect([role, as, statusCode]).toEqual([role, as, ['own', 'adm', 'acmng'].includes(role) ? 200 : 403]);
    }
  }
});

describe('an anonymized contact', () => {
  test('[PRIVACY-09] keeps its row, its dates and its score, and cannot be edited', async () => {
    const { here } = await threeMarias();
    const before = (await ask(here, `/contacts/${here.contactId}`)).customer;
    await erase(here, 'anonymized');
    const { customer: contact } = await ask(here, `/contacts/${here.contactId}`);
    expect(contact).toEqual({
      ...before,
      name: '',
      email: null,
      tel: null,
      tel_country: null,
      birthday: null,
      _company: null,
      external_id: null,
      language: null,
      timezone: null,
      tags: [],
      custom_fields: {},
      anonymized_at: context.clock.now().toISOString(),
    });
    expect(contact).toMatchObject({ last_score: 3, last_metric: 'nps' });
    const changed = await context.app.inject({
      method: 'PUT',
      url: `/api/contacts/${here.contactId}`,
      headers: here.headers,
      payload: { name: 'Maria', email: maria.email, tel: null },
    });
    expect([changed.statusCode, changed.json().code]).toEqual([409, 'CONTACT_ANONYMIZED']);
    expect((await ask(here, `/contacts/${here.contactId}`)).customer).toEqual(contact);
    expect((await ask(here, '/contacts?search=maria')).total).toBe(0);
  });

  test('holds nothing of any field of the list, whichever they are', async () => {
    const { companyId, businessUnitId } = await createCompany(context);
    const { headers } = await signedIn(context, { companyId, role: 'adm' });
    const { id: contactId } = await createContact(context, { companyId, businessUnitId });
    const samples = {
      name: 'Conceição',
      email: maria.email,
      phone: maria.tel,
      date: '1990-05-17',
      externalId: 'CRM-7',
    };
    const filled = contactFieldNames.map((field) => [field, samples[contactField(field).type]]);
    const contact = () =>
      context.database.withCompany(companyId, async (tx) => {
        const own = tx
          .selectFrom('contacts')
          .selectAll()
          .where('company_id', '=', companyId)
          .where('id', '=', contactId);
        return own.executeTakeFirstOrThrow();
      });
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('contacts')
        .set(Object.fromEntries(filled))
        .where('company_id', '=', companyId)
        .where('id', '=', contactId)
        .execute(),
    );
    expect(await contact()).toMatchObject(Object.fromEntries(filled));
    const here = { ...headers, 'x-business-id': businessUnitId };
    expect((await erase({ contactId, headers: here }, 'anonymized')).statusCode).toBe(200);
    const left = await contact();
    for (const field of contactFieldNames) expect([field, left[field]]).toEqual([field, contactField(field).erased]);
    for (const sample of Object.values(samples)) expect(JSON.stringify(left)).not.toContain(sample);
  });

  test('is one also the second time, when what was kept masked may go after all', async () => {
    const { here } = await threeMarias();
    await erase(here, 'anonymized', 'mask');
    const first = await ask(here, `/contacts/${here.contactId}`);
    context.clock.advance(60_000);
    expect(Object.values(counted((await erase(here, 'anonymized', 'mask')).json())).filter((rows) => rows > 0)).toEqual(
      [],
    );
    expect(counted((await erase(here, 'anonymized', 'remove')).json())).toMatchObject({
      contacts: 0,
      responses: 1,
      answers: 1,
    });
    expect(counted((await erase(here, 'anonymized', 'remove')).json())).toMatchObject({ responses: 0, answers: 0 });
    expect(await ask(here, `/contacts/${here.contactId}`)).toEqual(first);
  });

  test('[PRIVACY-11, CONSENT-05] is imported no more, by e-mail or by phone, in this unit, and nothing is kept of the row', async () => {
    const { here, elsewhere } = await threeMarias();
    await erase(here, 'anonymized');
    const file = `Nome;E-mail;Telefone\nMaria;MARIA.C@exemplo.example;\nMary;;(11) 98765-4321\nRosa;rosa@else.example;\n`;
    for (const at of [here, elsewhere]) {
      const { uploadId, hasHeader, mapping } = (await upload(context, at, file)).json();
      const payload = { uploadId, hasHeader, mapping };
      const made = { method: 'POST', url: '/api/imports', headers: at.headers, payload } as const;
      const { _id } = (await context.app.inject(made)).json();
      await runImportNow(context, at.companyId, _id);
      const isHere = at === here;
      const { counts } = await ask(at, `/imports/${_id}`);
      expect(counts.rejected).toBe(isHere ? 2 : 1);
      const { rows } = await context.database.pool.query(
        `SELECT row_no, reason, cells FROM import_row_errors WHERE company_id = $1 AND import_id = $2 AND reason = 'person_erased'`,
        [at.companyId, _id],
      );
      expect(rows).toEqual(isHere ? [2, 3].map((row_no) => ({ row_no, reason: 'person_erased', cells: [] })) : []);
      const told = await context.app.inject({ url: `/api/imports/${_id}/errors?language=pt`, headers: at.headers });
      expect(told.body.split('A pessoa foi anonimizada ou eliminada a pedido')).toHaveLength(isHere ? 3 : 1);
    }
    expect((await ask(here, '/contacts?search=rosa')).total).toBe(1);
  });

  test('[PRIVACY-11, CONSENT-05] is written to no more, also as a contact who is typed in again', async () => {
    const { here } = await threeMarias();
    await erase(here, 'anonymized');
    const typed = { method: 'POST', url: '/api/contacts', headers: here.headers, payload: maria } as const;
    const { _id } = (await context.app.inject(typed)).json();
    for (const channel of ['email', 'sms']) {
      const payload = { audience: { kind: 'contacts', contactIds: [_id] }, channel };
      const preview = { method: 'POST', url: '/api/sends/audience', headers: here.headers, payload } as const;
      expect((await context.app.inject(preview)).json()).toMatchObject({
        contacts: 1,
        eligible: 0,
        heldBack: [{ reason: 'suppressed', count: 1 }],
      });
    }
  });

  test('has a suppression that no link lifts, where the person had stopped the messages themselves', async () => {
    const { here } = await threeMarias();
    expect(await press(here, 'stop')).toBe(200);
    await erase(here, 'anonymized');
    expect(await press(here, 'back')).toBe(410);
    const { rows } = await context.database.pool.query(
      'SELECT channel, reason FROM suppressions WHERE company_id = $1 AND business_unit_id = $2 AND erased_at IS NOT NULL ORDER BY channel',
      [here.companyId, here.businessUnitId],
    );
    expect(rows).toEqual([
      { channel: 'email', reason: 'manual' },
      { channel: 'sms', reason: 'manual' },
    ]);
  });

  test('[PRIVACY-13] takes the name and the address out of what is kept for a request that is repeated', async () => {
    const { companyId, businessUnitId } = await createCompany(context);
    const { headers } = await signedIn(context, { companyId });
    const here = { ...headers, 'x-business-id': businessUnitId, 'idempotency-key': 'a-key-of-the-test' };
    const create = () => context.app.inject({ method: 'POST', url: '/api/contacts', headers: here, payload: maria });
    const { _id: contactId } = (await create()).json();
    const { 'idempotency-key': _key, ...once } = here;
    expect(counted((await erase({ contactId, headers: once }, 'anonymized')).json())).toMatchObject({
      idempotency_keys: 1,
    });
    expect(await tracesLeft({ companyId, businessUnitId })).toEqual([]);
    const again = await create();
    expect([again.statusCode, again.json()]).toMatchObject([201, { _id: contactId, name: '', email: null }]);
  });
});

describe('a deleted contact', () => {
  test('is gone from the list, and its answers stay without a person', async () => {
    const { here } = await threeMarias();
    await erase(here, 'deleted');
    expect(
      (await context.app.inject({ url: `/api/contacts/${here.contactId}`, headers: here.headers })).statusCode,
    ).toBe(404);
    const ids = (await ask(here, '/contacts')).data.map(({ _id }: { _id: string }) => _id);
    expect(ids).not.toContain(here.contactId);
    expect((await erase(here, 'deleted')).statusCode).toBe(404);
    const { rows } = await context.database.pool.query(
      'SELECT score, contact_id FROM responses WHERE company_id = $1 AND business_unit_id = $2 ORDER BY score',
      [here.companyId, here.businessUnitId],
    );
    expect(rows).toEqual([
      { score: 3, contact_id: null },
      { score: 10, contact_id: here.others.contact.id },
    ]);
  });

  test('may come back by a file, and is written to then, unless the person had said no', async () => {
    for (const hasStopped of [false, true]) {
      const { here } = await threeMarias();
      expect(hasStopped ? await press(here, 'stop') : 200).toBe(200);
      await erase(here, 'deleted');
      const typed = { method: 'POST', url: '/api/contacts', headers: here.headers, payload: maria } as const;
      const { _id } = (await context.app.inject(typed)).json();
      const payload = { audience: { kind: 'contacts', contactIds: [_id] }, channel: 'sms' };
      const preview = { method: 'POST', url: '/api/sends/audience', headers: here.headers, payload } as const;
      const { heldBack } = (await context.app.inject(preview)).json();
      expect(heldBack).toEqual(hasStopped ? [{ reason: 'unsubscribed', count: 1 }] : []);
    }
  });
});

describe('at the same moment', () => {
  test('an edit leaves no name in an anonymized contact, whoever comes first', async () => {
    const { companyId, businessUnitId } = await createCompany(context);
    const { headers } = await signedIn(context, { companyId });
    const here = { ...headers, 'x-business-id': businessUnitId };
    for (let round = 0; round < 12; round += 1) {
      const { id: contactId } = await createContact(context, { companyId, businessUnitId });
      const edit = () =>
        context.app.inject({ method: 'PUT', url: `/api/contacts/${contactId}`, headers: here, payload: maria });
      const erasing = () => erase({ contactId, headers: here }, 'anonymized');
      const [edited, erased] = await Promise.all(round % 2 ? [edit(), erasing()] : [erasing(), edit()].reverse());
      expect([200, 409]).toContain(edited!.statusCode);
      expect(erased!.statusCode).toBe(200);
      expect((await ask({ headers: here }, `/contacts/${contactId}`)).customer).toMatchObject({
        name: '',
        email: null,
        tel: null,
      });
    }
    expect(await tracesLeft({ companyId, businessUnitId })).toEqual([]);
  });

  test.each(['anonymized', 'deleted'] as const)('an answer that comes in is kept, and the person %s', async (as) => {
    const company = await createCompany(context);
    const { headers } = await signedIn(context, { companyId: company.companyId });
    const here = { ...company, headers: { ...headers, 'x-business-id': company.businessUnitId } };
    const survey = await createPublishedSurvey(context, company);
    const { links } = await createSentInvitations(context, { ...company, ...survey, count: 12 });
    await Promise.all(
      links.flatMap(({ token, responseId, contact }) => [
        answer(token, responseId, 8, 'Tudo certo'),
        erase({ contactId: contact.id, headers: here.headers }, as).then(({ statusCode }) =>
          expect(statusCode).toBe(200),
        ),
      ]),
    );
    expect((await ask(here, '/responses')).total).toBe(12);
    const { rows } = await context.database.pool.query<{ known: number; held: number }>(
      `SELECT count(*) FILTER (WHERE name <> '' OR email IS NOT NULL)::int AS known,
        (SELECT count(*)::int FROM responses WHERE company_id = $1 AND contact_id IS NOT NULL) AS held
       FROM contacts WHERE company_id = $1`,
      [company.companyId],
    );
    expect(rows).toEqual([{ known: 0, held: as === 'deleted' ? 0 : 12 }]);
  });

  test.skipIf(!meets).each(['waits already', 'is asked for'])(
    '[PRIVACY-13] an export that %s and that a worker takes holds nobody who is erased',
    async (kind) => {
      const unit = await createCompany(context);
      const { headers, userId } = await signedIn(context, { companyId: unit.companyId });
      const here = { ...headers, 'x-business-id': unit.businessUnitId };
      const { id: contactId } = await createContact(context, { ...unit, name: 'Maria Zulmira' });
      // Rows are made by the clock of the database, exports by that of the test.
      context.clock.advance(Math.max(0, Date.now() + 2_000 - context.clock.now().getTime()));
      const order = async () => (await askForExport(context, here)).json<{ _id: ExportId }>()._id;
      const waiting = kind === 'waits already' ? await order() : undefined;
      const erasing = await eraseSlowly({ ...unit, userId }, contactId);
      const exporting = (async () => {
        const id = waiting ?? (await order());
        await runExportNow(context, unit.companyId, id);
        return id;
      })();
      await Promise.race([exporting, somebodyWaits()]);
      await erasing.commit();
      const { status, totalData, file } = await readExport(context, here, await exporting);
      expect([status, totalData]).toEqual(['finished', 1]);
      const { payload } = await context.app.inject({ url: `/api/exports/files/${file}`, headers: here });
      expect(payload).not.toContain('Zulmira');
    },
  );
});

/** Erases somebody in a transaction that stays open until it is told to commit. */
async function eraseSlowly({ companyId, businessUnitId, userId }: Unit & { userId: UserId }, contactId: ContactId) {
  const [done, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const actor = { companyId, businessUnitId, userId };
  const erased = context.database.withCompany(companyId, async (tx) => {
    await erasePerson(tx, actor, { contactId, as: 'anonymized', comments: 'remove' }, context.clock.now());
    done.resolve();
    await told.promise;
  });
  await Promise.race([done.promise, erased]);
  return {
    commit: async () => {
      told.resolve();
      await erased;
    },
  };
}

async function somebodyWaits() {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await context.database.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
}
