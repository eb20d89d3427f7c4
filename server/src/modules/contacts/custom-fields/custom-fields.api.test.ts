import { beforeAll, describe, expect, test } from 'vitest';
import { customFieldsMax } from '@escuta/contract/custom-fields';
import type { NewCustomField } from '@escuta/contract/custom-fields';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../../testing/factories.ts';
import { holding } from '../../../testing/holding.ts';
import { meets } from '../../../testing/meets.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

type User = Awaited<ReturnType<typeof signedIn>>;
let own: User;
let other: User;
beforeAll(async () => {
  own = await signedIn(context);
  other = await signedIn(context);
});

async function ask({ headers }: Pick<User, 'headers'>, signature: string, payload?: object) {
  const [method, path] = signature.split(' ') as ['GET', string];
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

const aField = (changes: Partial<NewCustomField> = {}): NewCustomField => ({
  internal_name: 'quarto',
  label: 'Quarto',
  type: 'text',
  options: [],
  required: false,
  sensitive: false,
  searchable: false,
  ...changes,
});
const define = async (user: User, changes: Partial<NewCustomField> = {}) => {
  const { status, body } = await ask(user, 'POST /custom-fields', aField(changes));
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
};
const numbered = (n: number) => ({ internal_name: `campo_${n}`, label: `Campo ${n}` });
const defineAll = async (user: User, count: number) => {
  for (let n = 1; n <= count; n += 1) await define(user, numbered(n));
};
const namesOf = async (user: Pick<User, 'headers'>) =>
  (await ask(user, 'GET /custom-fields')).body.data.map((field: NewCustomField) => field.internal_name);

/** Somebody new in a company of their own, with a contact that holds these values in each of its two units. */
async function withValues(changes: Partial<NewCustomField>, custom_fields: Record<string, string>) {
  const user = await signedIn(context);
  const field = await define(user, changes);
  const { companyId } = user;
  const units = [await unitOf(context, companyId), await otherUnitOf(context, companyId)];
  const contacts = [];
  for (const businessUnitId of units) {
    const contact = await createContact(context, { companyId, businessUnitId });
    const there = { headers: { ...user.headers, 'x-business-id': businessUnitId } };
    const { name, email } = contact;
    const written = await ask(there, `PUT /contacts/${contact.id}`, { name, email, tel: null, custom_fields });
    expect([written.status, written.body.customer.custom_fields]).toEqual([200, custom_fields]);
    contacts.push({ ...contact, there });
  }
  return { user, field, contacts };
}

const auditOf = async (user: User) => (await ask(user, 'GET /audit-events')).body.data;

describe('custom fields', () => {
  test('[CONTACT-40, ENTITY-17, PEOPLE-11] are defined with all that they are, and listed in their order', async () => {
    const level = {
      internal_name: 'nivel',
      label: ' Nível  do clube ',
      type: 'select' as const,
      options: ['Ouro', 'Prata'],
    };
    await define(own, { ...level, required: true, sensitive: true, searchable: true });
    await define(own, { internal_name: 'visita', label: 'Última visita', type: 'date' });
    expect((await ask(own, 'GET /custom-fields')).body.data).toEqual([
      {
        _id: expect.any(String),
        ...level,
        label: 'Nível do clube',
        required: true,
        sensitive: true,
        searchable: true,
        place: 1,
      },
      {
        ...aField({ internal_name: 'visita', label: 'Última visita', type: 'date' }),
        _id: expect.any(String),
        place: 2,
      },
    ]);
  });

  test('are of the company: offered in all its units, to who reads contacts, and in no other company', async () => {
    const there = { headers: { ...own.headers, 'x-business-id': await otherUnitOf(context, own.companyId) } };
    expect(await namesOf(there)).toEqual(['nivel', 'visita']);
    expect(await namesOf(other)).toEqual([]);
    const guest = await signedIn(context, { companyId: own.companyId, role: 'dashonly' });
    expect((await ask(guest, 'GET /custom-fields')).body.code).toBe('FORBIDDEN');
    const notes = await signedIn(context, { companyId: own.companyId, role: 'notesonly' });
    expect(await namesOf(notes)).toEqual(['nivel', 'visita']);
  });

  test('are changed by who manages the company, and by nobody else', async () => {
    const [{ _id }] = (await ask(own, 'GET /custom-fields')).body.data;
    for (const role of ['ana', 'pdv', 'readonly', 'notesonly'] as const) {
      const user = await signedIn(context, { companyId: own.companyId, role });
      for (const [signature, payload] of [
        ['POST /custom-fields', aField()],
        [`PUT /custom-fields/${_id}`, aField()],
        [`GET /custom-fields/${_id}/use`],
        [`DELETE /custom-fields/${_id}`],
        ['PUT /custom-fields/order', { ids: [_id] }],
      ] as const)
        expect([role, signature, (await ask(user, signature, payload)).body.code]).toEqual([
          role,
          signature,
          'FORBIDDEN',
        ]);
    }
  });

  test('of another company are not found, and stay as they are', async () => {
    const theirs = await define(other, { internal_name: 'deles', label: 'Deles' });
    for (const [signature, payload] of [
      [`PUT /custom-fields/${theirs._id}`, aField()],
      [`GET /custom-fields/${theirs._id}/use`],
      [`DELETE /custom-fields/${theirs._id}`],
    ] as const)
      expect([signature, (await ask(own, signature, payload)).status]).toEqual([signature, 404]);
    const ids = [
      ...(await ask(own, 'GET /custom-fields')).body.data.map((field: { _id: string }) => field._id),
      theirs._id,
    ];
    expect((await ask(own, 'PUT /custom-fields/order', { ids })).body.code).toBe('CUSTOM_FIELDS_CHANGED');
    expect((await ask(other, 'GET /custom-fields')).body.data).toEqual([theirs]);
  });

  test.each([
    ['a name of a field that every contact has', { internal_name: 'email' }],
    ['a name that every object has', { internal_name: 'constructor' }],
    ['a name with capitals', { internal_name: 'Quarto' }],
    ['no label', { label: '  ' }],
    ['a label that nobody sees', { label: '\u200b\u202e' }],
    ['an unknown type', { type: 'money' as 'text' }],
    ['a select without options', { type: 'select' as const }],
    ['options of a text', { options: ['Ouro'] }],
    ['an option twice', { type: 'select' as const, options: ['Ouro', 'ouro'] }],
  ])('refuse %s', async (_what, changes) => {
    const { status, body } = await ask(own, 'POST /custom-fields', aField(changes));
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  test('refuse a label or an internal name that another one has', async () => {
    const taken = async (changes: Partial<NewCustomField>) =>
      (await ask(own, 'POST /custom-fields', aField(changes))).body;
    expect(await taken({ internal_name: 'nivel' })).toMatchObject({
      code: 'CUSTOM_FIELD_EXISTS',
      params: { field: 'internal_name' },
    });
    expect(await taken({ label: 'ÚLTIMA VISITA' })).toMatchObject({
      code: 'CUSTOM_FIELD_EXISTS',
      params: { field: 'label' },
    });
    const [{ _id, ...level }] = (await ask(own, 'GET /custom-fields')).body.data;
    expect((await ask(own, `PUT /custom-fields/${_id}`, { ...level, label: 'última visita' })).body.code).toBe(
      'CUSTOM_FIELD_EXISTS',
    );
    expect((await ask(own, `PUT /custom-fields/${_id}`, { ...level, label: 'NÍVEL' })).body.label).toBe('NÍVEL');
  });

  test.each([
    'Nome',
    'NOMBRE',
    'E-mail',
    'email',
    'Telefono',
    'Código externo',
    'Empresa',
    'Tags',
    'Idioma',
    'Time zone',
  ])('refuse the label of what is known of every contact, in any language: %s', async (label) => {
    const user = await signedIn(context);
    const refused = { status: 409, body: { code: 'CUSTOM_FIELD_STANDARD', params: { label } } };
    expect(await ask(user, 'POST /custom-fields', aField({ label }))).toMatchObject(refused);
    const { _id } = await define(user, { label: `${label} do convidado` });
    expect(await ask(user, `PUT /custom-fields/${_id}`, aField({ label }))).toMatchObject(refused);
  });

  test('refuse the label of another one without its accents; a field that is older than that keeps its own', async () => {
    const user = await signedIn(context);
    await define(user, { label: 'Área' });
    const duplicate = { internal_name: 'area_2', label: 'area' };
    expect((await ask(user, 'POST /custom-fields', aField(duplicate))).body).toMatchObject({
      code: 'CUSTOM_FIELD_EXISTS',
      params: { field: 'label' },
    });
    const { _id } = await define(user, { internal_name: 'nome_2', label: 'Nome do meio' });
    await context.database.withCompany(user.companyId, (tx) =>
      tx.updateTable('custom_fields').set({ label: 'Nome' }).where('id', '=', _id).execute(),
    );
    const kept = await ask(user, `PUT /custom-fields/${_id}`, aField({ label: 'Nome', required: true }));
    expect([kept.status, kept.body.required]).toEqual([200, true]);
  });

  test('[PEOPLE-10] are at most 60 in a company', async () => {
    const user = await signedIn(context);
    await defineAll(user, customFieldsMax);
    const { status, body } = await ask(user, 'POST /custom-fields', aField(numbered(99)));
    expect([status, body]).toMatchObject([422, { code: 'TOO_MANY_CUSTOM_FIELDS', params: { most: 60 } }]);
    expect(await namesOf(user)).toHaveLength(60);
  }, 60_000);

  test.skipIf(!meets)(
    '[PEOPLE-10] are at most 60 also where two are defined at once',
    async () => {
      const user = await signedIn(context);
      await defineAll(user, customFieldsMax - 1);
      // Both have come to the fields before either may count them.
      const both = await holding(
        context,
        (holder) => holder.query('SELECT FROM custom_fields WHERE company_id = $1 FOR UPDATE', [user.companyId]),
        async (areWaiting) => {
          const defining = [98, 99].map((n) => ask(user, 'POST /custom-fields', aField(numbered(n))));
          await areWaiting(2);
          return defining;
        },
      );
      expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 422]);
      expect(await namesOf(user)).toHaveLength(60);
    },
    60_000,
  );

  test('are put in another order, all of them at once', async () => {
    const user = await signedIn(context);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await define(user, { internal_name: name, label: name }))._id);
    const [a, b, c] = ids;
    const put = (order: unknown[]) => ask(user, 'PUT /custom-fields/order', { ids: order });
    expect((await put([c, a, b])).body.data.map((f: { label: string; place: number }) => [f.label, f.place])).toEqual([
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ]);
    for (const wrong of [
      [a, b],
      [a, b, b],
      [a, b, c, a],
    ])
      expect((await put(wrong)).body.code).toBe('CUSTOM_FIELDS_CHANGED');
    await ask(user, `DELETE /custom-fields/${a}`);
    await define(user, { internal_name: 'd', label: 'd' });
    expect(await namesOf(user)).toEqual(['c', 'b', 'd']);
    expect((await auditOf(user)).map((event: { action: string }) => event.action)).toContain('custom_fields.ordered');
  });
});

describe('a custom field that contacts hold values of', () => {
  test('keeps its type, and may change all else', async () => {
    const { user, field, contacts } = await withValues({ type: 'text' }, { quarto: '101' });
    const change = (form: object) => ask(user, `PUT /custom-fields/${field._id}`, { ...aField(), ...form });
    expect((await change({ type: 'number' })).body).toMatchObject({
      code: 'CUSTOM_FIELD_IN_USE',
      params: { count: 2 },
    });
    expect((await change({ label: 'Apartamento', required: true })).body).toMatchObject({
      label: 'Apartamento',
      type: 'text',
    });
    for (const { id, name, email, there } of contacts)
      await ask(there, `PUT /contacts/${id}`, { name, email, tel: null, custom_fields: { quarto: '202' } });
    await change({ label: 'Apartamento', required: false });
    for (const { id, name, email, there } of contacts)
      await ask(there, `PUT /contacts/${id}`, { name, email, tel: null, custom_fields: { quarto: null } });
    expect((await change({ label: 'Apartamento', type: 'number' })).body.type).toBe('number');
    const event = (await auditOf(user)).find(({ action }: { action: string }) => action === 'custom_field.changed');
    expect(event).toMatchObject({
      target: { type: 'custom_field', label: 'Apartamento' },
      before: { field_type: 'text' },
      after: { field_type: 'number' },
    });
  });

  test('says how many hold one, and takes the values along when it is deleted', async () => {
    const { user, field, contacts } = await withValues({}, { quarto: '101' });
    await define(user, { internal_name: 'andar', label: 'Andar' });
    const [first] = contacts;
    await ask(first!.there, `PUT /contacts/${first!.id}`, {
      name: first!.name,
      email: first!.email,
      tel: null,
      custom_fields: { andar: '3' },
    });
    expect((await ask(user, `GET /custom-fields/${field._id}/use`)).body).toEqual({ contacts: 2 });
    expect((await ask(user, `DELETE /custom-fields/${field._id}`)).status).toBe(200);
    expect(await namesOf(user)).toEqual(['andar']);
    // One of the same name later finds nothing of it.
    await define(user);
    expect((await ask(first!.there, `GET /contacts/${first!.id}`)).body.customer.custom_fields).toEqual({ andar: '3' });
    expect((await ask(contacts[1]!.there, `GET /contacts/${contacts[1]!.id}`)).body.customer.custom_fields).toEqual({});
    const event = (await auditOf(user)).find(({ action }: { action: string }) => action === 'custom_field.deleted');
    expect(event).toMatchObject({ target: { label: 'Quarto' }, before: { total: 2 } });
    expect((await ask(user, `DELETE /custom-fields/${field._id}`)).status).toBe(404);
  });

  test('[SEGMENT-03] is not deleted while segments of any unit ask for it, and no value of it is lost', async () => {
    const { user, field, contacts } = await withValues({}, { quarto: '101' });
    await define(user, { internal_name: 'andar', label: 'Andar' });
    const asks = (name: string) => ({ kind: 'custom', field: name, test: { op: 'contains', value: '1' } });
    const [here, elsewhere] = contacts.map(({ there }) => there);
    const save = async (of: object[], name: string, unit = here!) => {
      const { status, body } = await ask(unit, 'POST /segments', { name, definition: { match: 'all', of } });
      expect(status).toBe(201);
      return body._id;
    };
    await save([asks('andar')], 'Andar alto');
    const inside = await save([asks('andar'), { match: 'any', of: [asks('quarto')] }], 'Vista');
    const other = await save([asks('quarto')], 'Anexo', elsewhere);
    expect(await ask(user, `DELETE /custom-fields/${field._id}`)).toMatchObject({
      status: 409,
      body: { code: 'CUSTOM_FIELD_IN_SEGMENTS', params: { count: 2, names: 'Anexo, Vista' } },
    });
    expect((await ask(user, `GET /custom-fields/${field._id}/use`)).body).toEqual({ contacts: 2 });
    await ask(here!, `DELETE /segments/${inside}`);
    await ask(elsewhere!, `DELETE /segments/${other}`);
    expect((await ask(user, `DELETE /custom-fields/${field._id}`)).status).toBe(200);
  });

  test('an option that is taken away stays where it is held, and nobody chooses it any more', async () => {
    const select = { type: 'select' as const, options: ['Ouro', 'Prata'] };
    const { user, field, contacts } = await withValues(select, { quarto: 'Prata' });
    await ask(user, `PUT /custom-fields/${field._id}`, { ...aField(), ...select, options: ['Ouro', 'Bronze'] });
    const [{ id, name, email, there }] = contacts as [(typeof contacts)[number]];
    const put = (value: string) =>
      ask(there, `PUT /contacts/${id}`, { name, email, tel: null, custom_fields: { quarto: value } });
    expect((await put('Prata')).body.customer.custom_fields).toEqual({ quarto: 'Prata' });
    expect((await put('Bronze')).body.customer.custom_fields).toEqual({ quarto: 'Bronze' });
    expect((await put('Prata')).body).toMatchObject({
      code: 'CUSTOM_FIELD_NOT_VALID',
      params: { field: 'quarto', label: 'Quarto', problem: 'optionUnknown' },
    });
  });
});
