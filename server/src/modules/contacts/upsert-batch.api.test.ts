import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { UpsertedContact, UpsertResult } from '@escuta/contract/contact-upserts';
import type { Role } from '@escuta/contract/access-policy';
import type { ContactId, ImportId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { noteMet } from './contact-imports.ts';

const context = testContext();

type Given = Partial<UpsertedContact>;

/** Somebody of a company, whose system sends contacts. */
async function system(role: Role = 'own', companyId?: Parameters<typeof unitOf>[1]) {
  const user = await signedIn(context, { role, ...(companyId ? { companyId } : {}) });
  const headers: Record<string, string> = user.headers;
  const call = async (method: 'GET' | 'POST', path: string, payload?: object, more: Record<string, string> = {}) => {
    const url = `/api${path}`;
    const answer = await context.app.inject({
      method,
      url,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const send = (contacts: readonly Given[], more?: Record<string, string>) =>
    call('POST', '/contacts/upserts', { contacts }, more);
  const upsert = async (contacts: readonly Given[], more?: Record<string, string>): Promise<UpsertResult[]> => {
    const { status, body } = await send(contacts, more);
    expect([status, body.code]).toEqual([200, undefined]);
    return body.results;
  };
  const contactOf = async (result: UpsertResult | undefined) =>
    (await call('GET', '/contacts?limit=100')).body.data.find(
      ({ _id: id }: { _id: string }) => id === result?._id && id !== undefined,
    );
  const count = async () => (await call('GET', '/contacts/count')).body.total as number;
  return { ...user, call, send, upsert, contactOf, count };
}

const rejected = (field: string | null, reason: string) => ({
  outcome: 'rejected',
  _id: null,
  problems: [{ field, reason }],
});
const cameIn = (...without: readonly (readonly [field: string, reason: string])[]) => ({
  outcome: 'created',
  _id: expect.any(String),
  problems: without.map(([field, reason]) => ({ field, reason })),
});

describe('contacts that another system sends', () => {
  test('[UPSERT-01] are found by external id, then by e-mail, then by phone', async () => {
    const { upsert, contactOf, count, companyId } = await system();
    const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
    const byEmail = await createContact(context, { ...unit, name: 'Bia', email: 'bia@x.com' });
    const byTel = await createContact(context, { ...unit, name: 'Caio', email: null, tel: '+5511987654321' });
    const [ana] = await upsert([{ external_id: 'A-1', name: 'Ana', email: 'Ana@X.com ', company: 'Sol' }]);
    expect(ana).toEqual({ outcome: 'created', _id: expect.any(String), problems: [] });
    expect(await contactOf(ana)).toMatchObject({
      name: 'Ana',
      email: 'ana@x.com',
      external_id: 'A-1',
      source: 'integration',
      _company: { name: 'Sol' },
    });

    const again = await upsert([
      // Known by their id alone, whatever the address.
      { external_id: 'A-1', email: 'ana.souza@x.com', tags: ['vip'] },
      { external_id: 'B-1', email: 'bia@x.com', birthday: '1990-05-17', language: 'es' },
      { external_id: 'C-1', tel: '(11) 98765-4321', name: null },
    ]);
    expect(again.map(({ outcome, _id }) => [outcome, _id])).toEqual([
      ['updated', ana?._id],
      ['updated', byEmail.id],
      ['updated', byTel.id],
    ]);
    expect(await contactOf(again[0])).toMatchObject({ name: 'Ana', email: 'ana.souza@x.com', tags: ['vip'] });
    expect(await contactOf(again[1])).toMatchObject({ name: 'Bia', birthday: '1990-05-17', language: 'es' });
    expect(await contactOf(again[2])).toMatchObject({ name: '', external_id: 'C-1', _company: null });
    expect(await count()).toBe(3);
    const same = await upsert([{ external_id: 'A-1', email: 'ana.souza@x.com' }]);
    expect(same).toEqual([{ outcome: 'unchanged', _id: ana?._id, problems: [] }]);
  });

  test('[UPSERT-02] come 1,000 in a call, and not one more', async () => {
    const { upsert, send, count } = await system();
    const people = Array.from({ length: 1_000 }, (_, at) => ({
      external_id: `E-${at}`,
      name: `Pessoa ${at}`,
      email: `p${at}@x.com`,
      tel: `+55119${String(80_000_000 + at)}`,
    }));
    const results = await upsert(people);
    expect(results).toHaveLength(1_000);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
    expect(new Set(results.map(({ _id: id }) => id)).size).toBe(1_000);
    const tooMany = await send([...people, { email: 'one@x.com' }]);
    expect([tooMany.status, tooMany.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await send([])).status).toBe(400);
    expect(await count()).toBe(1_000);
  });

  test('[UPSERT-03] with one key come in once, and the first answer comes again', async () => {
    const { upsert, send, count, call } = await system();
    const key = { 'idempotency-key': randomUUID() };
    const people = [{ external_id: 'A-1', email: 'ana@x.com' }, { email: 'not an address' }];
    const first = await upsert(people, key);
    expect(await upsert(people, key)).toEqual(first);
    // Without the key the second call finds what the first has made.
    expect((await upsert(people)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'rejected']);
    const other = await send([{ email: 'bia@x.com' }], key);
    expect([other.status, other.body.params]).toEqual([400, { field: 'Idempotency-Key' }]);
    expect(await count()).toBe(1);
    const { data } = (await call('GET', '/audit-events?action=contacts.upserted')).body;
    expect(data.map(({ after }: { after: unknown }) => after)).toEqual([
      { created: 0, updated: 0, rejected: 1 },
      { created: 1, updated: 0, rejected: 1 },
    ]);
  });

  test('[UPSERT-04] have a result each, in their order: what is wrong with one keeps no other out', async () => {
    const { upsert, call, contactOf } = await system();
    const any = { options: [], required: false, sensitive: false, searchable: false };
    for (const field of [
      { internal_name: 'quarto', label: 'Quarto', type: 'number' },
      { internal_name: 'plano', label: 'Plano', type: 'text', required: true },
      { internal_name: 'entrada', label: 'Entrada', type: 'date' },
    ])
      expect((await call('POST', '/custom-fields', { ...any, ...field })).status).toBe(201);
    const results = await upsert([
      { email: 'ana@' },
      { email: 'bia@x.com', custom_fields: { quarto: '12.5', plano: 'Ouro', entrada: '2026-01-31' } },
      { email: 'bia@x.com', name: 'Bia de novo' },
      { email: 'caio@x.com', tel: '12', birthday: '31/01/1990' },
      { name: 'Sem endereço' },
      { external_id: 'N-1', name: 'Só o código' },
      { email: 'd@x.com', custom_fields: { quarto: 'doze' } },
      { email: 'e@x.com', custom_fields: { andar: '3' } },
      { email: 'f@x.com', custom_fields: { plano: null } },
      { email: 'g@x.com', custom_fields: { entrada: '31/01/2026' } },
      { email: 'h@x.com', name: 'x'.repeat(201), company: 'y'.repeat(201) },
      { email: 'i@x.com' },
    ]);
    const [, bia] = results;
    expect(results).toEqual([
      rejected('email', 'email_invalid'),
      cameIn(),
      rejected(null, 'duplicate_in_batch'),
      cameIn(['tel', 'phone_invalid'], ['birthday', 'date_invalid']),
      rejected(null, 'no_address'),
      rejected(null, 'no_address'),
      cameIn(['custom_fields.quarto', 'number_invalid']),
      cameIn(['custom_fields.andar', 'custom_field_unknown']),
      cameIn(['custom_fields.plano', 'custom_field_required']),
      cameIn(['custom_fields.entrada', 'day_invalid']),
      cameIn(['name', 'name_too_long'], ['company', 'name_too_long']),
      cameIn(),
    ]);
    expect(await contactOf(bia)).toMatchObject({
      name: '',
      custom_fields: { quarto: '12.5', plano: 'Ouro', entrada: '2026-01-31' },
    });
    const [cleared] = await upsert([{ email: 'bia@x.com', custom_fields: { quarto: null } }]);
    expect(cleared).toMatchObject({ outcome: 'updated', _id: bia?._id });
    expect((await contactOf(cleared)).custom_fields).toEqual({ plano: 'Ouro', entrada: '2026-01-31' });
  });

  test('[UPSERT-04] come in without a value that cannot be kept, and it is told of', async () => {
    const { upsert, call, contactOf, count } = await system();
    const any = { options: [], required: false, sensitive: false, searchable: false };
    for (const field of [
      { internal_name: 'quarto', label: 'Quarto', type: 'number' },
      { internal_name: 'nota', label: 'Nota', type: 'text' },
    ])
      expect((await call('POST', '/custom-fields', { ...any, ...field })).status).toBe(201);
    const bad: readonly (readonly [Given, field: string, reason: string])[] = [
      [{ language: 'fr' }, 'language', 'language_unknown'],
      [{ timezone: 'Mars/X' }, 'timezone', 'timezone_unknown'],
      [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags', 'tags_not_valid'],
      [{ tags: ['vip', 'x'.repeat(41)] }, 'tags', 'tags_not_valid'],
      [{ tags: ['vip', ' '] }, 'tags', 'tags_not_valid'],
      [{ tags: 'vip' }, 'tags', 'type_not_valid'],
      [{ tags: [{}] }, 'tags', 'type_not_valid'],
      [{ name: 'x'.repeat(2_001) }, 'name', 'name_too_long'],
      [{ name: { first: 'Ana' } }, 'name', 'type_not_valid'],
      [{ birthday: true }, 'birthday', 'type_not_valid'],
      [{ external_id: 2 ** 53 }, 'external_id', 'type_not_valid'],
      [{ custom_fields: { nota: 'x'.repeat(2_001) } }, 'custom_fields.nota', 'text_too_long'],
      [{ custom_fields: { nota: 1e-9 } }, 'custom_fields.nota', 'type_not_valid'],
      [{ custom_fields: { nota: ['a'] } }, 'custom_fields.nota', 'type_not_valid'],
      [{ custom_fields: { quarto: true } }, 'custom_fields.quarto', 'number_invalid'],
      [{ custom_fields: { ['x'.repeat(101)]: 'a' } }, `custom_fields.${'x'.repeat(100)}`, 'custom_field_unknown'],
      [{ custom_fields: ['nota'] }, 'custom_fields', 'type_not_valid'],
    ];
    const results = await upsert([
      ...bad.map(([given], at) => ({ email: `p${at}@x.com`, ...given })),
      { email: 'last@x.com', language: 'pt-BR', timezone: 'America/Manaus', tags: ['vip', 'VIP', 'praia'] },
      { tel: 5_511_987_654_321, external_id: 42, custom_fields: { quarto: 12.5, nota: false } },
    ]);
    const last = results.splice(-2);
    expect(results).toEqual(bad.map(([, ...problem]) => cameIn(problem)));
    expect(last).toEqual([cameIn(), cameIn()]);
    expect(await contactOf(last[0])).toMatchObject({
      language: 'pt',
      timezone: 'America/Manaus',
      tags: ['vip', 'praia'],
    });
    expect(await contactOf(last[1])).toMatchObject({
      tel: '+5511987654321',
      external_id: '42',
      custom_fields: { quarto: '12.5', nota: 'false' },
    });
    expect(await contactOf(results[3])).toMatchObject({ name: '', tags: [], custom_fields: {} });
    expect(await count()).toBe(bad.length + 2);
  });

  test('keep what is known where a value cannot be kept, and null clears it', async () => {
    const { upsert, contactOf } = await system();
    const known = { name: 'Ana', tel: '+5511987654321', language: 'es', timezone: 'UTC', tags: ['vip'] };
    await upsert([{ external_id: 'A-1', email: 'ana@x.com', ...known }]);
    const [kept] = await upsert([{ external_id: 'A-1', email: 'ana@', tel: '12', language: 'fr', tags: [''] }]);
    expect(kept).toMatchObject({ outcome: 'unchanged' });
    expect(kept?.problems.map(({ field }) => field)).toEqual(['email', 'tel', 'language', 'tags']);
    expect(await contactOf(kept)).toMatchObject({ email: 'ana@x.com', ...known });
    const [cleared] = await upsert([{ external_id: 'A-1', language: null, timezone: null, tags: null, tel: null }]);
    expect(cleared).toMatchObject({ outcome: 'updated', problems: [] });
    expect(await contactOf(cleared)).toMatchObject({
      name: 'Ana',
      tel: null,
      language: null,
      timezone: null,
      tags: ['vip'],
    });
  });

  test('with what is no text are rejected: nobody knows what else was lost', async () => {
    const { upsert } = await system();
    expect(
      await upsert([
        { email: 'a@x.com', name: 'Jos\ufffd' },
        { email: 'b@x.com', company: 'Sol \ud83d' },
        { email: 'c@x.com', tags: ['\udc00'] },
        { email: 'd@x.com', name: 'Di' },
        // Without the sign it would be the id of somebody else.
        { email: 'e@x.com', external_id: '\u0000a' },
      ]),
    ).toEqual([
      rejected('name', 'not_text'),
      rejected('company', 'not_text'),
      rejected('tags', 'not_text'),
      cameIn(),
      rejected('external_id', 'not_text'),
    ]);
  });

  test('are refused whole where they are no list of objects', async () => {
    const { call, count } = await system();
    for (const contacts of [undefined, {}, 'ana@x.com', [{ email: 'ana@x.com' }, null], [['ana@x.com']]])
      expect((await call('POST', '/contacts/upserts', { contacts })).body.code).toBe('INVALID_INPUT');
    expect(await count()).toBe(0);
  });

  test('say which of their names are unknown, and come in without them', async () => {
    const { upsert, contactOf } = await system();
    const key = { 'idempotency-key': randomUUID() };
    const people = [
      { email: 'ana@x.com', nome: 'Ana', phone: '11987654321', customFields: { quarto: '1' } },
      { email: 'bia@x.com', name: 'Bia' },
      { email: 'caio@x.com', ['\u0000\ud83d' + 'x'.repeat(200)]: 1 },
      { email: 'd@x.com', ...Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`n${at}`, at])) },
      { nome: 'Sem endereço' },
    ];
    const results = await upsert(people, key);
    expect(results.slice(0, 3)).toEqual([
      cameIn(['nome', 'field_unknown'], ['phone', 'field_unknown'], ['customFields', 'field_unknown']),
      cameIn(),
      cameIn([`\ufffd\ufffd${'x'.repeat(98)}`, 'field_unknown']),
    ]);
    expect(results[3]?.problems).toHaveLength(100);
    expect(results[4]).toMatchObject({
      outcome: 'rejected',
      problems: [
        { field: null, reason: 'no_address' },
        { field: 'nome', reason: 'field_unknown' },
      ],
    });
    expect(await contactOf(results[0])).toMatchObject({ name: '', tel: null, custom_fields: {} });
    expect(await upsert(people, key)).toEqual(results);
  });

  test('are told which tags find no place beside the twenty that a contact may have', async () => {
    const { upsert, contactOf } = await system();
    const tags = Array.from({ length: 20 }, (_, at) => `t${at}`);
    await upsert([
      { external_id: 'A-1', email: 'ana@x.com', tags },
      { external_id: 'B-1', email: 'bia@x.com', tags: tags.slice(1) },
      { external_id: 'C-1', email: 'caio@x.com', tags },
    ]);
    const results = await upsert([
      { external_id: 'A-1', tags: ['u1'] },
      { external_id: 'B-1', tags: ['u1', 'T5', 'u2'] },
      { external_id: 'C-1', tags: ['T19'] },
    ]);
    const tooMany = [{ field: 'tags', reason: 'tags_left_out' }];
    expect(results.map(({ outcome, problems }) => [outcome, problems])).toEqual([
      ['unchanged', tooMany],
      ['updated', tooMany],
      ['unchanged', []],
    ]);
    expect((await contactOf(results[0])).tags).toEqual(tags);
    expect((await contactOf(results[1])).tags).toEqual([...tags.slice(1), 'u1']);
  });

  test('with another external id than the one that is known are rejected', async () => {
    const { upsert, contactOf } = await system();
    const [ana] = await upsert([
      { external_id: 'A-1', email: 'ana@x.com', name: 'Ana' },
      { external_id: 'B-1', email: 'bia@x.com', tel: '+5511987654321' },
    ]);
    expect(
      await upsert([
        { external_id: 'A-2', email: 'ana@x.com', name: 'Outra' },
        { external_id: 'B-2', tel: '+5511987654321' },
      ]),
    ).toEqual([rejected(null, 'external_id_taken'), rejected(null, 'external_id_taken')]);
    expect(await contactOf(ana)).toMatchObject({ name: 'Ana', external_id: 'A-1', email: 'ana@x.com' });
  });

  test('[CONSENT-06] a suppressed address stays suppressed, with whomever it comes', async () => {
    const { companyId, contact, token } = await createInvitations(context);
    const { upsert, call } = await system('own', companyId);
    const stoppedOf = async (id: string | null | undefined) =>
      (await call('GET', `/contacts/${id}/consents`)).body.stopped.email;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await context.app.inject({ method: 'POST', url: `/u/${token}`, headers: form, payload: '' });
    const unsubscribed = { reason: 'unsubscribed', at: expect.any(String) };

    const [same] = await upsert([{ external_id: 'S-1', email: contact.email, name: 'De volta' }]);
    expect(same).toMatchObject({ outcome: 'updated', _id: contact.id });
    expect(await stoppedOf(contact.id)).toEqual(unsubscribed);
    // The person moves on to another address, and is not written to there; nor is who comes with the old one.
    const [moved, heir] = [
      ...(await upsert([{ external_id: 'S-1', email: 'new@x.com' }])),
      ...(await upsert([{ external_id: 'S-2', email: contact.email }])),
    ];
    expect([moved?.outcome, heir?.outcome]).toEqual(['updated', 'created']);
    expect(await stoppedOf(moved?._id)).toEqual(unsubscribed);
    expect(await stoppedOf(heir?._id)).toEqual(unsubscribed);
  });

  test('are taken from who may import, into their unit alone', async () => {
    const { upsert, companyId, headers, count } = await system();
    await upsert([{ external_id: 'A-1', email: 'ana@x.com' }]);
    const elsewhere = { 'x-business-id': await otherUnitOf(context, companyId) };
    const [other] = await upsert([{ external_id: 'A-1', email: 'ana@x.com' }], elsewhere);
    expect(other).toMatchObject({ outcome: 'created' });
    expect(await count()).toBe(1);
    const [strange] = await (await system()).upsert([{ external_id: 'A-1', email: 'ana@x.com' }]);
    expect(strange).toMatchObject({ outcome: 'created' });
    for (const role of ['readonly', 'dashonly', 'notesonly'] as const)
      expect([role, (await (await system(role, companyId)).send([{ email: 'x@x.com' }])).status]).toEqual([role, 403]);
    const { authorization, ...nobody } = headers as Record<string, string>;
    expect(authorization).toBeDefined();
    const answer = await context.app.inject({ method: 'POST', url: '/api/contacts/upserts', headers: nobody });
    expect(answer.statusCode).toBe(401);
  });

  test('the same people at the same time are made once', async () => {
    const { upsert, count } = await system();
    const people = Array.from({ length: 40 }, (_, at) => ({ external_id: `E-${at}`, email: `p${at}@x.com` }));
    const both = await Promise.all([upsert(people), upsert(people.toReversed())]);
    expect(await count()).toBe(40);
    const made = both.flat().filter(({ outcome }) => outcome === 'created');
    expect(made).toHaveLength(40);
    expect(both[0].map(({ _id: id }) => id)).toEqual(both[1].toReversed().map(({ _id: id }) => id));
  });

  test('leave the imports of a contact as they are: what came by a file still says so', async () => {
    const { upsert, companyId } = await system();
    const [ana] = await upsert([{ external_id: 'A-1', email: 'ana@x.com', name: 'Ana' }]);
    const scope = { companyId, businessUnitId: await unitOf(context, companyId), importId: newId<ImportId>() };
    const imports = () =>
      context.database.withCompany(companyId, (tx) =>
        tx
          .selectFrom('contacts')
          .leftJoin('contact_imports', (join) =>
            join
              .onRef('contact_imports.company_id', '=', 'contacts.company_id')
              .onRef('contact_imports.contact_id', '=', 'contacts.id'),
          )
          .select(['created_import_id', 'import_id'])
          .where('contacts.company_id', '=', companyId)
          .execute(),
      );
    expect(await imports()).toEqual([{ created_import_id: null, import_id: null }]);
    await context.database.withCompany(companyId, (tx) =>
      noteMet(tx, scope, { ids: [ana!._id as ContactId], now: context.clock.now() }),
    );
    await upsert([{ external_id: 'A-1', name: 'Ana Maria' }]);
    await upsert([{ external_id: 'A-1', name: 'Ana Maria' }]);
    expect(await imports()).toEqual([{ created_import_id: null, import_id: scope.importId }]);
    expect(ana?.outcome).toBe('created');
  });
});
