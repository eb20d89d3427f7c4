import { roles } from '@escuta/contract/access-policy';
import type { ContactId } from '@escuta/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { createContact, createContactCompany, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

type User = Awaited<ReturnType<typeof signedIn>>;

async function ask({ headers }: Pick<User, 'headers'>, signature: string, payload?: object) {
  const [method, path] = signature.split(' ') as ['GET', string];
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, text: answer.body, body: answer.json(), headers: answer.headers };
}

let own: User & { readonly businessUnitId: Awaited<ReturnType<typeof unitOf>> };
let other: User;
beforeAll(async () => {
  const owner = await signedIn(context);
  own = { ...owner, businessUnitId: await unitOf(context, owner.companyId) };
  other = await signedIn(context);
  await defineFields();
});

async function defineFields() {
  for (const [internal_name, label, sensitive] of [
    ['quarto', 'Quarto', false],
    ['alergia', 'Alergia', true],
    ['documento', 'Documento', true],
  ] as const) {
    const field = { internal_name, label, type: 'text', options: [], required: false, sensitive, searchable: false };
    expect((await ask(own, 'POST /custom-fields', field)).status).toBe(201);
  }
}

let count = 0;
const maria = { name: 'Maria da Silva', tel: '+5511987654321', birthday: '1990-05-17' };
const values = { quarto: '101', alergia: 'Amendoim', documento: 'Nenhuma' };
/** A contact of the unit, whose phone nobody else has. */
async function aPerson(changes: object = {}) {
  const tel = `+55119${String((count += 1)).padStart(8, '0')}`;
  const form = { ...maria, tel, email: `maria-${count}@exemplo.example`, custom_fields: values, ...changes };
  const { status, body } = await ask(own, 'POST /contacts', form);
  expect(status).toBe(201);
  return { ...form, id: body._id as string };
}
const read = async (id: string) => (await ask(own, `GET /contacts/${id}`)).body;
const revealed = (user: User, id: string, body: object) => ask(user, `POST /contacts/${id}/reveals`, body);
/** What the contact holds, value by value, as somebody who may see all of it gets it. */
async function held(id: string) {
  const value = async (body: object) => (await revealed(own, id, body)).body.value;
  return {
    name: await value({ field: 'name' }),
    email: await value({ field: 'email' }),
    tel: await value({ field: 'tel' }),
    alergia: await value({ custom_field: 'alergia' }),
  };
}
const told = async (id: string) => {
  const { data } = (await ask(own, 'GET /audit-events?action=contact.revealed&limit=100')).body;
  return data.filter(({ target }: { target: { _id: string } }) => target._id === id);
};

describe('the contact that the editor asks for', () => {
  test('[CONTACT-37] is the customer: name, e-mail, phone and sensitive values masked, for whoever may edit too', async () => {
    const { id, email, tel } = await aPerson();
    const { status, text, body } = await ask(own, `GET /contacts/${id}`);
    expect([status, body.name]).toEqual([200, 'Maria da Silva']);
    expect(body.customer).toMatchObject({
      _id: id,
      name: 'Ma*** da Si***',
      email: 'ma***@ex***.example',
      tel: `+55 11 9****-**${tel.slice(-2)}`,
      tel_country: 'BR',
      birthday: '1990-05-17',
      _company: null,
      custom_fields: { quarto: '101', alergia: '***', documento: '***' },
    });
    for (const secret of [email, tel, 'Amendoim', 'Nenhuma']) expect(text).not.toContain(secret);
  });

  test('shows of a phone abroad its code, and says its country', async () => {
    const { id } = await aPerson({ tel: '+59899123456' });
    expect((await read(id)).customer).toMatchObject({ tel: '+598 ****-**56', tel_country: 'UY' });
    const abroad = await aPerson({ tel: '+16135550123' });
    expect((await read(abroad.id)).customer).toMatchObject({ tel: '+1 ****-**23', tel_country: 'CA' });
  });
});

describe('a masked value', () => {
  test('[PEOPLE-16] is shown by itself, and the audit says to whom, of whom and which, and not what it is', async () => {
    const { id, email, tel } = await aPerson();
    const one = await revealed(own, id, { field: 'email' });
    expect([one.status, one.body]).toEqual([200, { value: email }]);
    expect(one.headers['cache-control']).toBe('no-store');
    expect((await revealed(own, id, { field: 'tel' })).body).toEqual({ value: tel });
    expect((await revealed(own, id, { field: 'name' })).body).toEqual({ value: 'Maria da Silva' });
    expect((await revealed(own, id, { custom_field: 'alergia' })).body).toEqual({ value: 'Amendoim' });
    const events = await told(id);
    expect(events.map(({ after }: { after: object }) => after)).toEqual([
      { fields: ['Alergia'] },
      { fields: ['name'] },
      { fields: ['tel'] },
      { fields: ['email'] },
    ]);
    const { data: team } = (await ask(own, 'GET /audit-events/actors')).body;
    expect(events[0]).toMatchObject({
      actor: { type: 'user', _id: team[0]._id },
      target: { type: 'contact', _id: id, label: 'Maria da Silva' },
      result: 'done',
    });
    for (const secret of [email, tel, 'Amendoim']) expect(JSON.stringify(events)).not.toContain(secret);
  });

  test('[PEOPLE-16] is shown to who may edit contacts, a sensitive one to own, adm, acmng and ana, and nobody else is told of', async () => {
    const { id, email } = await aPerson();
    const letIn: Record<string, number[]> = {};
    for (const role of roles) {
      const user = role === 'own' ? own : await signedIn(context, { companyId: own.companyId, role });
      const answers = [
        await revealed(user, id, { field: 'email' }),
        await revealed(user, id, { custom_field: 'quarto' }),
        await revealed(user, id, { custom_field: 'alergia' }),
      ];
      letIn[role] = answers.map(({ status }) => status);
      const leaks = answers.filter(({ status, text }) => status !== 200 && /Amendoim|exemplo/.test(text));
      expect([role, leaks, answers[0]!.body.value ?? email]).toEqual([role, [], email]);
    }
    const [all, none] = [
      [200, 200, 200],
      [403, 403, 403],
    ];
    expect(letIn).toEqual({
      own: all,
      adm: all,
      acmng: all,
      ana: all,
      pdv: [200, 200, 403],
      readonly: none,
      notesonly: none,
      dashonly: none,
      agent: none,
    });
    expect(await told(id)).toHaveLength(4 * 3 + 2);
  });

  test('of another company or unit is not there, nor is a field that the company does not have', async () => {
    const { id } = await aPerson();
    const there = {
      ...own,
      headers: { ...own.headers, 'x-business-id': await otherUnitOf(context, own.companyId) },
    };
    for (const user of [other, there]) expect((await revealed(user, id, { field: 'email' })).status).toBe(404);
    expect((await revealed(own, id, { custom_field: 'deles' })).body.code).toBe('CUSTOM_FIELD_UNKNOWN');
    for (const body of [{}, { field: 'birthday' }, { field: 'search_text' }, { custom_field: '' }])
      expect((await revealed(own, id, body)).body.code).toBe('INVALID_INPUT');
    expect((await context.app.inject({ method: 'POST', url: `/api/contacts/${id}/reveals` })).statusCode).toBe(401);
    expect(await told(id)).toEqual([]);
  });

  test('of whom nothing is known any more is none', async () => {
    const { id } = await aPerson();
    await ask(own, `POST /contacts/${id}/anonymisation`, { comments: 'remove' });
    const { status, body } = await revealed(own, id, { field: 'name' });
    expect([status, body.code]).toEqual([409, 'CONTACT_ANONYMIZED']);
  });
});

describe('a change of a contact', () => {
  test('[CONTACT-38] takes any of name, e-mail, phone, company and custom fields; what it leaves out stays', async () => {
    const { id, email, tel } = await aPerson();
    const before = await held(id);
    const company = await createContactCompany(context, { ...own, name: 'Padaria Lua' });
    const put = async (change: object) => (await ask(own, `PUT /contacts/${id}`, change)).body;
    expect((await put({ _company: company })).customer).toMatchObject({ _company: { name: 'Padaria Lua' } });
    expect(await held(id)).toEqual(before);
    expect(await put({ name: 'Maria Souza' })).toMatchObject({
      name: 'Maria Souza',
      customer: { name: 'Ma*** So***' },
    });
    expect((await put({ custom_fields: { quarto: '202' } })).customer.custom_fields.quarto).toBe('202');
    await put({ tel: '(21) 99876-5432' });
    await put({ email: 'OUTRA@exemplo.example' });
    expect(await held(id)).toEqual({
      name: 'Maria Souza',
      email: 'outra@exemplo.example',
      tel: '+5521998765432',
      alergia: 'Amendoim',
    });
    expect((await read(id)).customer).toMatchObject({ birthday: '1990-05-17', _company: { _id: company } });
    expect([email, tel]).toEqual([before.email, before.tel]);
  });

  test('that says what is known already writes nothing: no time, no line of the audit', async () => {
    const company = await createContactCompany(context, { ...own, name: 'Padaria Sol' });
    const said = { _company: company, external_id: 'CRM-9', language: 'es', timezone: 'America/Bogota', tags: ['a,b'] };
    const { id, ...form } = await aPerson(said);
    const written = async () => {
      const { data } = (await ask(own, 'GET /audit-events?action=contact.changed&limit=100')).body;
      const { updated_at: at } = await context.database.withCompany(own.companyId, (tx) =>
        tx
          .selectFrom('contacts')
          .select('updated_at')
          .where('company_id', '=', own.companyId)
          .where('id', '=', id as ContactId)
          .executeTakeFirstOrThrow(),
      );
      const of = data.filter(({ target }: { target: { _id: string } }) => target._id === id);
      return { at: at.toISOString(), fields: of.map(({ after }: { after: { fields: string[] } }) => after.fields) };
    };
    const before = await written();
    context.clock.advance(1_000);
    const put = (change: object) => ask(own, `PUT /contacts/${id}`, change);
    const masked = (await read(id)).customer;
    for (const same of [form, {}, { name: masked.name, tel: masked.tel, custom_fields: masked.custom_fields }])
      expect(await put(same)).toMatchObject({ status: 200, body: { customer: masked } });
    expect(await written()).toEqual({ ...before, fields: [] });
    // Signs that are told apart: one tag with a comma, and two tags.
    await put({ ...form, tags: ['a', 'b'] });
    const after = await written();
    expect(after.fields).toEqual([['tags']]);
    expect(after.at > before.at).toBe(true);
  });

  test('never keeps a mask as the value: what comes back masked is no change, or is refused', async () => {
    const { id } = await aPerson();
    const before = await held(id);
    const { customer } = await read(id);
    const send = (fields: object) => ask(own, `PUT /contacts/${id}`, fields);
    const same = await send({ name: customer.name, tel: customer.tel, custom_fields: customer.custom_fields });
    expect([same.status, same.body.customer]).toEqual([200, customer]);
    expect((await send({ email: customer.email })).status).toBe(400);
    // The name was changed by somebody else meanwhile.
    expect((await send({ name: 'Jo*** So***' })).body).toMatchObject({
      code: 'FIELD_NOT_VALID',
      params: { field: 'name' },
    });
    expect((await send({ tel: '+55 11 9****-**99' })).body.code).toBe('PHONE_NOT_VALID');
    expect(await held(id)).toEqual(before);
    expect((await ask(own, 'POST /contacts', { ...customer, email: 'nova@exemplo.example', tel: null })).status).toBe(
      422,
    );
  });

  test('leaves nobody without an address, also when two take away one each', async () => {
    const { id, tel } = await aPerson();
    const outcomes = await Promise.all(
      [{ email: null }, { tel: null }].map((change) => ask(own, `PUT /contacts/${id}`, change)),
    );
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(outcomes.find(({ status }) => status === 422)?.body.code).toBe('ADDRESS_MISSING');
    const { email, tel: left } = await held(id);
    expect([email, left].filter((address) => address !== null)).toHaveLength(1);
    expect([null, tel]).toContain(left);
  });

  test('[CONTACT-36] to the phone of another contact says which, and changes nothing', async () => {
    const { id, email } = await aPerson();
    const { id: other } = await createContact(context, { ...own, tel: '+5521912345678' });
    const refused = await ask(own, `PUT /contacts/${id}`, { tel: '21 91234-5678', name: 'Outra' });
    expect([refused.status, refused.body.code, refused.body.params]).toEqual([
      409,
      'CONTACT_EXISTS',
      { id: other, field: 'tel' },
    ]);
    expect(await held(id)).toMatchObject({ name: 'Maria da Silva', email });
  });
});
