import { beforeAll, describe, expect, test } from 'vitest';
import type { NewCustomField } from '@escuta/contract/custom-fields';
import { signedIn } from '../../../testing/factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

type User = Awaited<ReturnType<typeof signedIn>>;

const fields: readonly (Pick<NewCustomField, 'internal_name' | 'label' | 'type'> & Partial<NewCustomField>)[] = [
  { internal_name: 'quarto', label: 'Quarto', type: 'text' },
  { internal_name: 'cpf', label: 'CPF', type: 'cpf' },
  { internal_name: 'nivel', label: 'Nível', type: 'select', options: ['Ouro', 'Prata'] },
  { internal_name: 'estadias', label: 'Estadias', type: 'number' },
  { internal_name: 'visita', label: 'Visita', type: 'date' },
  { internal_name: 'cnpj', label: 'CNPJ', type: 'cnpj' },
  { internal_name: 'alergia', label: 'Alergia', type: 'text', sensitive: true },
];
const everything = {
  quarto: ' 101  B ',
  cpf: '529.982.247-25',
  nivel: 'Ouro',
  estadias: '0012.50',
  visita: '17/05/2026',
  cnpj: '12.abc.345/01de-35',
  alergia: 'Amendoim',
};
/** As it is shown to whoever may identify people: a sensitive value is shown by itself. */
const kept = {
  quarto: '101 B',
  cpf: '52998224725',
  nivel: 'Ouro',
  estadias: '12.5',
  visita: '2026-05-17',
  cnpj: '12ABC34501DE35',
  alergia: '***',
};

async function ask({ headers }: Pick<User, 'headers'>, signature: string, payload?: object) {
  const [method, path] = signature.split(' ') as ['GET', string];
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, text: answer.body, body: method === 'GET' ? undefined : answer.json() };
}

async function define(user: User, list: typeof fields) {
  for (const field of list) {
    const flags = { required: false, sensitive: false, searchable: false, options: [] };
    expect((await ask(user, 'POST /custom-fields', { ...flags, ...field })).status).toBe(201);
  }
}

let own: User;
let count = 0;
beforeAll(async () => {
  own = await signedIn(context);
  await define(own, fields);
});

const person = (custom_fields?: Record<string, string | null>) => ({
  name: 'Rita',
  email: `rita-${(count += 1)}@test.example`,
  tel: null,
  ...(custom_fields ? { custom_fields } : {}),
});
const read = async (user: User, id: string) => JSON.parse((await ask(user, `GET /contacts/${id}`)).text).customer;

describe('the custom values of a contact', () => {
  test('[CONTACT-38, PEOPLE-17] are kept in one form, on creating and on changing', async () => {
    const created = await ask(own, 'POST /contacts', person(everything));
    expect([created.status, created.body.custom_fields]).toEqual([201, kept]);
    const bare = (await ask(own, 'POST /contacts', person())).body;
    expect(bare.custom_fields).toEqual({});
    expect((await ask(own, `PUT /contacts/${bare._id}`, person(everything))).body.customer.custom_fields).toEqual(kept);
    expect((await read(own, bare._id)).custom_fields).toEqual(kept);
  });

  test('[CONTACT-38] what is left out stays, null and nothing clear, and the audit says which fields', async () => {
    const { _id } = (await ask(own, 'POST /contacts', person(everything))).body;
    const change = async (values?: Record<string, string | null>) =>
      (await ask(own, `PUT /contacts/${_id}`, person(values))).body.customer.custom_fields;
    expect(await change()).toEqual(kept);
    expect(await change({ quarto: '202' })).toEqual({ ...kept, quarto: '202' });
    const { cpf: _, visita: __, ...rest } = kept;
    expect(await change({ cpf: null, visita: ' ', quarto: '202' })).toEqual({ ...rest, quarto: '202' });
    const events = JSON.parse((await ask(own, 'GET /audit-events?action=contact.changed')).text).data;
    expect(events[0].after.fields).toEqual(['email', 'CPF', 'Visita']);
    expect(JSON.stringify(events)).not.toContain('52998224725');
  });

  test.each([
    ['cpf', '529.982.247-26', 'cpfInvalido'],
    ['cpf', '111.111.111-11', 'cpfIncompleto'],
    ['cnpj', '11.222.333/0001-82', 'cnpjInvalid'],
    ['visita', '31/02/2026', 'dateInvalid'],
    ['estadias', 'doze', 'numberInvalid'],
    ['nivel', 'Bronze', 'optionUnknown'],
    ['quarto', 'x'.repeat(501), 'tooLong'],
  ])('[CONTACT-18] %s = %s is refused with its reason, before e-mail and phone', async (field, value, problem) => {
    const label = fields.find(({ internal_name: name }) => name === field)!.label;
    const wrong = { name: 'Rita', email: null, tel: '12', custom_fields: { [field]: value } };
    const { status, body } = await ask(own, 'POST /contacts', wrong);
    expect([status, body.code, body.params]).toEqual([422, 'CUSTOM_FIELD_NOT_VALID', { field, label, problem }]);
  });

  test('of a field that the company does not have are refused, also when another company has it', async () => {
    const other = await signedIn(context);
    await define(other, [{ internal_name: 'deles', label: 'Deles', type: 'text' }]);
    for (const name of ['deles', 'constructor', 'name']) {
      const { status, body } = await ask(own, 'POST /contacts', person({ [name]: 'x' }));
      expect([name, status, body.code]).toEqual([name, 422, 'CUSTOM_FIELD_UNKNOWN']);
    }
    expect((await ask(other, 'POST /contacts', person({ deles: 'x' }))).body.custom_fields).toEqual({ deles: 'x' });
  });

  test('[CONTACT-26] of a required field are asked of a new contact, and cannot be cleared', async () => {
    const user = await signedIn(context);
    const old = (await ask(user, 'POST /contacts', person())).body;
    await define(user, [
      { internal_name: 'cpf', label: 'CPF', type: 'cpf', required: true },
      { internal_name: 'cidade', label: 'Cidade', type: 'text', required: true },
    ]);
    const problemOf = async (values?: Record<string, string | null>) => {
      const { body } = await ask(user, 'POST /contacts', person(values));
      return body.params?.problem ?? body.custom_fields;
    };
    expect(await problemOf()).toBe('cpfIncompleto');
    expect(await problemOf({ cpf: '52998224725' })).toBe('required');
    const both = { cpf: '52998224725', cidade: 'Natal' };
    expect(await problemOf(both)).toEqual(both);
    // A change of something else asks for nothing; what is said is judged.
    const put = async (values?: Record<string, string | null>) =>
      (await ask(user, `PUT /contacts/${old._id}`, person(values))).body;
    expect((await put()).customer.custom_fields).toEqual({});
    expect((await put({ cidade: 'Natal' })).customer.custom_fields).toEqual({ cidade: 'Natal' });
    expect((await put({ cidade: null })).code).toBe('CUSTOM_FIELD_NOT_VALID');
  });

  test('two people who change different ones at once lose neither', async () => {
    const { _id } = (await ask(own, 'POST /contacts', person())).body;
    await Promise.all(
      [{ quarto: '1' }, { nivel: 'Ouro' }, { estadias: '3' }].map((values) =>
        ask(own, `PUT /contacts/${_id}`, {
          name: 'Rita',
          email: `${_id}@test.example`,
          tel: null,
          custom_fields: values,
        }),
      ),
    );
    expect((await read(own, _id)).custom_fields).toEqual({ quarto: '1', nivel: 'Ouro', estadias: '3' });
  });
});

describe('sensitive custom fields', () => {
  test('[PRIVACY-21] are masked for everybody, and so is every CPF for who may not identify people', async () => {
    const { _id } = (await ask(own, 'POST /contacts', person(everything))).body;
    for (const role of ['readonly', 'notesonly'] as const) {
      const user = await signedIn(context, { companyId: own.companyId, role });
      expect((await read(user, _id)).custom_fields).toEqual({ ...kept, cpf: '***' });
      const list = await ask(user, 'GET /contacts?limit=100');
      for (const secret of ['Amendoim', '52998224725']) expect(list.text).not.toContain(secret);
      expect(list.text).toContain('"alergia":"***"');
    }
    for (const user of [own, await signedIn(context, { companyId: own.companyId, role: 'pdv' })]) {
      expect((await read(user, _id)).custom_fields).toEqual(kept);
      const list = await ask(user, 'GET /contacts?limit=100');
      expect([list.text.includes('Amendoim'), list.text.includes('52998224725')]).toEqual([false, true]);
    }
  });

  test('[PRIVACY-22, EXPORTX-08] are left out of the file of contacts; all others are its columns, in their order', async () => {
    const user = await signedIn(context);
    await define(user, fields);
    await ask(user, 'POST /contacts', person(everything));
    await ask(user, 'POST /contacts', { ...person(), name: 'Sem nada' });
    const { text } = await ask(user, 'GET /contacts/export?format=csv');
    const [head, ...rows] = text
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    const from = head!.indexOf('Quarto');
    expect(head!.slice(from)).toEqual(['Quarto', 'CPF', 'Nível', 'Estadias', 'Visita', 'CNPJ']);
    const rita = rows.find(([name]) => name === 'Rita')!;
    expect(rita.slice(from)).toEqual(['101 B', '529.982.247-25', 'Ouro', '12,5', '2026-05-17', '12.ABC.345/01DE-35']);
    expect(rows.find(([name]) => name === 'Sem nada')!.slice(from)).toEqual(['', '', '', '', '', '']);
    expect(text).not.toMatch(/Alergia|Amendoim/);
    expect((await ask(user, 'GET /contacts/export?format=xlsx')).status).toBe(200);
  });
});
