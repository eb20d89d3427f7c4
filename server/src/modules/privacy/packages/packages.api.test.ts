// cspell:disable
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CompanyId, ContactId, CustomFieldId } from '@escuta/contract/ids';
import type { PrivacyRequestDetails } from '@escuta/contract/privacy-requests';
import { newId } from '#platform/crypto/ids.ts';
import type { Transaction } from '#platform/db/database.ts';
import { createCompany, createContact, signedIn } from '../../../testing/factories.ts';
import { runImportNow, upload } from '../../../testing/import-steps.ts';
import { createSentInvitations } from '../../../testing/response-factories.ts';
import { createPublishedSurvey, testDefinition } from '../../../testing/send-factories.ts';
import { plantSuppressions } from '../../../testing/plant-suppressions.ts';
import { testContext } from '../../../testing/test-context.ts';
import { forgetPackages } from './forget-packages.ts';
import { fileKeys } from './package-files.ts';
import { runPackage } from './run-package.ts';

const context = testContext();
const dayMs = 24 * 3_600_000;
const email = 'conceicao@exemplo.example';
type Headers = Record<string, string>;
type Body = ReturnType<typeof JSON.parse>;

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, headers: Headers, payload?: object) {
  return context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
}

/** A request of Conceição, who has answered and was looked at, beside Zoe, of whom nothing may come along. */
async function settle(language = 'pt', definition = testDefinition) {
  const company = await createCompany(context);
  const { headers } = await signedIn(context, { companyId: company.companyId, role: 'adm' });
  const here = { ...headers, 'x-business-id': company.businessUnitId };
  const survey = await createPublishedSurvey(context, { ...company, definition });
  const { links } = await createSentInvitations(context, { ...company, ...survey, count: 2 });
  const [own, others] = links as [(typeof links)[0], (typeof links)[0]];
  const contactId = own.contact.id;
  await context.database.withCompany(company.companyId, async (tx) => {
    await changeContact(tx, { ...company, contactId }, { name: 'Conceição Núñez', email });
    await changeContact(tx, { ...company, contactId: others.contact.id }, { name: 'Zoe Lima' });
  });
  for (const [link, why] of [
    [own, 'Atenção: café frio às 7h'],
    [others, 'Tudo ótimo'],
  ] as const) {
    const payload = { responseId: link.responseId, seq: 1, answers: { score: 3, why }, complete: true };
    expect((await call('POST', `/answers/${link.token}`, {}, payload)).statusCode).toBe(200);
  }
  const particulars = { external_id: 'C-77', language: 'es', timezone: 'America/Bogota', tags: ['hóspede'] };
  const changed = { name: 'Conceição Núñez', email, tel: '+5511987654321', birthday: '1990-05-17', ...particulars };
  expect((await call('PUT', `/contacts/${contactId}`, here, changed)).statusCode).toBe(200);
  const list = (await call('GET', '/privacy-requests', here)).json<{ form_url: string }>();
  const slug = list.form_url.split('/').at(-1);
  const form = { type: 'acesso', nome: 'Conceição', email, language };
  await call('POST', `/privacy-forms/${slug}/requests`, {}, form);
  const [request] = (await call('GET', '/privacy-requests', here)).json<{ data: { _id: string }[] }>().data;
  return { ...company, headers: here, contactId, others, slug, requestId: request!._id };
}
type Settled = Awaited<ReturnType<typeof settle>>;

const prove = ({ requestId, headers }: Settled) =>
  call('PUT', `/privacy-requests/${requestId}`, headers, { status: 'in_progress', identity_check: 'confirmed' });
const ask = ({ requestId, headers, contactId }: Settled, form: object = {}) =>
  call('POST', `/privacy-requests/${requestId}/packages`, headers, { contactId, ...form });
const read = async ({ requestId, headers }: Settled) =>
  (await call('GET', `/privacy-requests/${requestId}`, headers)).json<PrivacyRequestDetails>();
const fetchFile = ({ headers }: { headers: Headers }, id: string, format: string) =>
  call('GET', `/person-packages/${id}?format=${format}`, headers);

/** Does the work of the worker for each package that waits. */
async function work({ companyId }: Settled, by: Parameters<typeof runPackage>[0] = context) {
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('person_packages').select('id').where('company_id', '=', companyId).execute(),
  );
  for (const { id } of rows) await runPackage(by, { companyId, packageId: id });
}

async function downloadsOf({ companyId }: Settled) {
  const { rowCount } = await context.database.pool.query(
    `SELECT FROM audit_events WHERE company_id = $1 AND action = 'contact.package_downloaded'`,
    [companyId],
  );
  return rowCount;
}

async function collected(there: Settled, form: object = {}) {
  await prove(there);
  const answer = await ask(there, form);
  expect(answer.statusCode).toBe(202);
  expect(answer.json<PrivacyRequestDetails>().packages).toMatchObject([{ status: 'pending' }]);
  await work(there);
  const [newest] = (await read(there)).packages;
  return newest!;
}

interface Changes {
  readonly name?: string;
  readonly email?: string;
  readonly custom_fields?: string;
  readonly source?: 'import';
}

function changeContact(
  tx: Transaction,
  { companyId, contactId }: { readonly companyId: CompanyId; readonly contactId: ContactId },
  changes: Changes,
) {
  return tx
    .updateTable('contacts')
    .set(changes)
    .where('company_id', '=', companyId)
    .where('id', '=', contactId)
    .execute();
}

/** The text of a PDF in its order: what its streams show, each piece in the signs of Windows-1252. */
function textOf(pdf: Buffer): string {
  const pieces: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    const end = pdf.indexOf('\nendstream', at);
    const content = inflateSync(pdf.subarray(at + 7, end)).toString('latin1');
    for (const [, shown = ''] of content.matchAll(/\[(.*?)\] TJ/g)) {
      const hex = [...shown.matchAll(/<([0-9a-f]+)>/g)].map(([, part]) => part).join('');
      pieces.push(new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')));
    }
  }
  return pieces.join('\n');
}

describe('what is kept about a person', () => {
  test('[PRIVACY-07] is collected by one action: contact, sends, answers, consents and who looked, and nobody else', async () => {
    const there = await settle();
    await plantSuppressions(context, there, [{ address: email, reason: 'unsubscribed' }]);
    for (const status of ['granted', 'withdrawn']) {
      const consent = { channel: 'email', status, basis: 'consent', text_version: `balcão ${status}` };
      expect((await call('POST', `/contacts/${there.contactId}/consents`, there.headers, consent)).statusCode).toBe(
        201,
      );
      context.clock.advance(1_000);
    }
    const foreign = { channel: 'email', status: 'granted', basis: 'contract', text_version: 'de outra pessoa' };
    await call('POST', `/contacts/${there.others.contact.id}/consents`, there.headers, foreign);
    for (const [name, search] of [
      ['Verão no hotel', email],
      ['Só dos outros', 'Zoe'],
    ] as const) {
      const list = { name, from: { filter: { search } } };
      expect((await call('POST', '/contact-lists', there.headers, list)).statusCode).toBe(201);
    }
    const file = (names: string) => upload(context, there, `nome;e-mail\n${names}`, 'hóspedes.csv');
    for (const names of [`Conceição Núñez;${email}`, 'Zoe Lima;outra@exemplo.example']) {
      const { uploadId, hasHeader, mapping } = (await file(names)).json();
      const started = await call('POST', '/imports', there.headers, { uploadId, hasHeader, mapping });
      await runImportNow(context, there.companyId, started.json()._id);
    }
    // Somebody else typed her address, and could not prove to be her.
    const form = { type: 'eliminação', nome: 'Impostora', email, language: 'pt', details: 'Apague tudo' };
    await call('POST', `/privacy-forms/${there.slug}/requests`, {}, form);
    const reveals = `/contacts/${there.contactId}/reveals`;
    expect((await call('POST', reveals, there.headers, { field: 'email' })).statusCode).toBe(200);
    const { _id } = await collected(there);
    const answer = await fetchFile(there, _id, 'json');
    expect(answer.headers['content-disposition']).toMatch(/dados-pessoais-\d{4}-\d{2}-\d{2}\.json/);
    const person = JSON.parse(answer.body);
    expect(person).toMatchObject({
      company: there.name,
      contact: {
        name: 'Conceição Núñez',
        email,
        tel: '+5511987654321',
        birthday: '1990-05-17',
        external_id: 'C-77',
        language: 'es',
        timezone: 'America/Bogota',
        tags: ['hóspede'],
        lists: ['Verão no hotel'],
      },
      consents: {
        history: [
          { status: 'granted', basis: 'consent', text_version: 'balcão granted', recorded_by_name: 'Test User' },
          { status: 'withdrawn', basis: 'consent', text_version: 'balcão withdrawn' },
        ],
        suppressed: [{ channel: 'email', reason: 'unsubscribed' }],
        lifted: [],
      },
      sends: [{ channel: 'email', state: 'accepted' }],
      answers: [{ score: 3, comment: 'Atenção: café frio às 7h' }],
      tickets: [],
      reviews: [],
    });
    expect(person.imports).toEqual([{ at: expect.any(String), outcome: 'found', file: 'hóspedes.csv' }]);
    expect(person.requests).toEqual([
      {
        protocol: expect.any(String),
        type: 'acesso',
        details: '',
        status: 'in_progress',
        created_at: expect.any(String),
        due_at: expect.any(String),
        closed_at: null,
      },
    ]);
    expect(person.answers[0].answers).toContainEqual(expect.objectContaining({ question: 'score', answer: 3 }));
    const actions = person.audit.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['contact.changed', 'contact.revealed', 'contact.collected']));
    const strangers = ['Zoe', 'Só dos outros', 'Tudo ótimo', 'de outra pessoa', 'Impostora', 'Apague tudo'];
    for (const stranger of [...strangers, there.others.contact.id]) expect(answer.body).not.toContain(stranger);
  });

  test.each([
    ['pt', 'Seus dados', 'Comentário: Atenção: café frio às 7h', 'Telefone: +5511987654321'],
    ['es', 'Sus datos', 'Comentario: Atenção: café frio às 7h', 'Teléfono: +5511987654321'],
    ['en', 'Your data', 'Comment: Atenção: café frio às 7h', 'Phone: +5511987654321'],
  ])('[PRIVACY-08] comes as JSON and as a PDF that reads well, in %s', async (language, ...words) => {
    const there = await settle(language);
    const { _id, status } = await collected(there, { language });
    expect(status).toBe('finished');
    const json = await fetchFile(there, _id, 'json');
    expect(json.headers['content-type']).toContain('application/json');
    const pdf = await fetchFile(there, _id, 'pdf');
    expect(pdf.headers['content-type']).toContain('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const text = textOf(pdf.rawPayload);
    for (const word of [...words, 'Conceição Núñez', email]) expect(text).toContain(word);
    expect(text).not.toContain('Zoe');
  });

  test.each([
    ['pt', 'Valor gasto: 1234,56', 'Última visita: 31/12/2025', 'Data de nascimento: 17/05/1990'],
    ['es', 'Valor gasto: 1234.56', 'Última visita: 31/12/2025', 'Fecha de nacimiento: 17/05/1990'],
    ['en', 'Valor gasto: 1234.56', 'Última visita: 12/31/2025', 'Date of birth: 05/17/1990'],
  ])('[PRIVACY-08] writes values as people write them, in %s', async (language, ...words) => {
    const there = await settle(language);
    const fields = { gasto: 'number', visita: 'date', documento: 'cpf', empresa_dele: 'cnpj' };
    const labels = ['Valor gasto', 'Última visita', 'Documento', 'CNPJ de onde trabalha'];
    for (const [at, [internal_name, type]] of Object.entries(fields).entries()) {
      const field = { internal_name, label: labels[at], type, options: [], required: false, sensitive: type === 'cpf' };
      expect((await call('POST', '/custom-fields', there.headers, { ...field, searchable: false })).statusCode).toBe(
        201,
      );
    }
    const kept = { gasto: '1234.56', visita: '2025-12-31', documento: '52998224725', empresa_dele: '12ABC34501DE35' };
    await context.database.withCompany(there.companyId, (tx) =>
      changeContact(tx, there, { custom_fields: JSON.stringify(kept) }),
    );
    const { _id } = await collected(there, { language });
    const text = textOf((await fetchFile(there, _id, 'pdf')).rawPayload);
    const documents = ['Documento: 529.982.247-25', 'CNPJ de onde trabalha: 12.ABC.345/01DE-35'];
    for (const word of [...words, ...documents]) expect(text).toContain(word);
    expect((await fetchFile(there, _id, 'json')).json<Body>().contact.custom_fields).toEqual(kept);
  });

  test('[PRIVACY-07] says who looked at an answer that is hidden, what was done with who was merged in, and the file of an answer', async () => {
    const questions = testDefinition.questions.map((one) => (one.key === 'why' ? { ...one, sensitive: true } : one));
    const there = await settle('pt', { ...testDefinition, questions });
    const { companyId, businessUnitId, headers, contactId } = there;
    const [own, foreign] = await context.database.withCompany(companyId, (tx) =>
      Promise.all(
        [contactId, there.others.contact.id].map((id) =>
          tx
            .selectFrom('responses')
            .select('id')
            .where('company_id', '=', companyId)
            .where('contact_id', '=', id)
            .executeTakeFirstOrThrow(),
        ),
      ),
    );
    for (const { id } of [own!, foreign!, own!]) {
      expect((await call('POST', `/responses/${id}/reveals`, headers, { question: 'why' })).statusCode).toBe(200);
    }
    const uploaded = await upload(context, there, 'nome;e-mail\nOutra;outra@exemplo.example', 'respostas.csv');
    const { uploadId, hasHeader, mapping } = uploaded.json();
    const started = (await call('POST', '/imports', headers, { uploadId, hasHeader, mapping })).json<Body>();
    await context.database.withCompany(companyId, (tx) =>
      tx
        .updateTable('responses')
        .set({ import_id: started._id })
        .where('company_id', '=', companyId)
        .where('id', '=', own!.id)
        .execute(),
    );
    const absorbed = await createContact(context, { companyId, businessUnitId });
    expect((await call('POST', `/contacts/${absorbed.id}/reveals`, headers, { field: 'email' })).statusCode).toBe(200);
    const sides = (await call('GET', `/contacts/${contactId}/comparison?with=${absorbed.id}`, headers)).json<Body>();
    const versions = { kept: sides.kept.version, other: sides.other.version };
    const merge = await call('POST', `/contacts/${contactId}/merges`, headers, { other: absorbed.id, versions });
    expect(merge.statusCode).toBe(201);
    const { _id } = await collected(there);
    const person = (await fetchFile(there, _id, 'json')).json<Body>();
    const done = person.audit.map(({ action }: Body) => action).toSorted();
    expect(done).toEqual([
      'contact.changed',
      'contact.collected',
      'contact.merged',
      'contact.revealed',
      'response.revealed',
      'response.revealed',
    ]);
    expect(person.imports).toEqual([{ at: expect.any(String), outcome: 'answered', file: 'respostas.csv' }]);
    expect(person.answers).toHaveLength(1);
    expect(Object.keys(person.answers[0])).not.toContain('import_id');
  });

  test('[PRIVACY-07] holds no request of somebody else who typed the phone of the person, however well that one is proved', async () => {
    const there = await settle();
    const request = async (form: object) => {
      const made = await call('POST', `/privacy-forms/${there.slug}/requests`, {}, { language: 'pt', ...form });
      expect(made.statusCode).toBe(201);
      const { data } = (await call('GET', '/privacy-requests', there.headers)).json<{ data: Body[] }>();
      const { _id } = data.find(({ protocol }) => protocol === made.json<Body>().protocol)!;
      await prove({ ...there, requestId: _id });
      return _id;
    };
    const foreign = { type: 'acesso', nome: 'Ümit', email: 'umit@exemplo.example', details: 'sou paciente' };
    await request({ ...foreign, tel: '(11) 98765-4321' });
    // Her own from another address, on which it is asked for, comes along.
    const own = { type: 'acesso', nome: 'Conceição', email: 'outra@exemplo.example', tel: '+5511987654321' };
    const requestId = await request({ ...own, details: 'do meu outro e-mail' });
    const { _id } = await collected({ ...there, requestId });
    const { body } = await fetchFile(there, _id, 'json');
    expect(JSON.parse(body).requests.map(({ details }: Body) => details)).toEqual(['do meu outro e-mail']);
    expect(body).not.toContain('sou paciente');
  });

  test('[PRIVACY-07] what a question names is said by its words, in the language of the package', async () => {
    const [score, ...others] = testDefinition.questions;
    const questions = [{ ...score, title: '{{nome}}, recomenda?' }, ...others] as typeof testDefinition.questions;
    const there = await settle('pt', { ...testDefinition, questions });
    const { _id } = await collected(there, { language: 'es' });
    const person = (await fetchFile(there, _id, 'json')).json();
    expect(person.answers[0].answers).toContainEqual(
      expect.objectContaining({ question: 'score', question_text: '[nombre], recomenda?' }),
    );
    expect(textOf((await fetchFile(there, _id, 'pdf')).rawPayload)).toContain('[nombre], recomenda?');
  });

  test.each([
    [
      'pt',
      ['Apelido do hóspede: channel', 'Campos: Telefone, Data de nascimento', 'Ação: Dados do contato reunidos'],
      ['Canal: E-mail', 'Status: Enviada', 'Status: Completa', 'Idioma: Espanhol', 'Quem: Alguém da empresa'],
      ['O que fez: Criou o contato', 'Pedidos sobre os dados', 'Tipo: Acesso aos dados', 'Status: Em andamento'],
    ],
    [
      'es',
      ['Apelido do hóspede: channel', 'Campos: Teléfono, Fecha de nacimiento', 'Acción: Datos del contacto reunidos'],
      ['Canal: Correo', 'Estado: Enviado', 'Estado: Completa', 'Idioma: Español', 'Quién: Alguien de la empresa'],
      ['Qué hizo: Creó el contacto', 'Solicitudes sobre los datos', 'Tipo: Acceso a los datos', 'Estado: En curso'],
    ],
    [
      'en',
      ['Apelido do hóspede: channel', 'Fields: Phone, Date of birth', 'Action: Contact’s data collected'],
      ['Channel: E-mail', 'Status: Sent', 'Status: Complete', 'Language: Spanish', 'Who: Someone at the company'],
      ['What it did: Created the contact', 'Requests about the data', 'Type: Access to data', 'Status: In progress'],
    ],
  ])('has words for its codes in a PDF in %s, and what was asked above each answer', async (language, ...words) => {
    const there = await settle(language);
    const now = context.clock.now();
    const field = { internal_name: 'apelido', label: 'Apelido do hóspede', type: 'text', place: 1 } as const;
    await context.database.withCompany(there.companyId, async (tx) => {
      const row = { company_id: there.companyId, id: newId<CustomFieldId>(), created_at: now, updated_at: now };
      await tx
        .insertInto('custom_fields')
        .values({ ...field, ...row })
        .execute();
      await changeContact(tx, there, { custom_fields: JSON.stringify({ apelido: 'channel' }), source: 'import' });
    });
    const { _id } = await collected(there, { language });
    const person = (await fetchFile(there, _id, 'json')).json();
    expect(person).toMatchObject({ contact: { source: 'import' }, custom_field_labels: { apelido: field.label } });
    const text = textOf((await fetchFile(there, _id, 'pdf')).rawPayload);
    for (const word of words.flat()) expect(text).toContain(word);
    const asked = testDefinition.questions.map((question) =>
      'title' in question ? question.title : question.titles.bottom,
    );
    for (const question of asked) expect(text).toContain(`: ${question}`);
    for (const code of ['accepted', 'contact.collected', ': user', ': why', ': score', ': import', 'apelido:'])
      expect(text).not.toContain(code);
  });

  test.each([
    ['says of signs that the PDF cannot show where they are', 'Li 李 Ωmega', 'Li ? ?mega', true],
    ['says nothing of them where it shows all, a question mark too', 'Zoë Čapek?', 'Zoë Capek?', false],
  ])('%s', async (_which, name, shown, isSaid) => {
    const there = await settle();
    await context.database.withCompany(there.companyId, (tx) => changeContact(tx, there, { name }));
    const { _id } = await collected(there);
    expect((await fetchFile(there, _id, 'json')).json()).toMatchObject({ contact: { name } });
    const text = textOf((await fetchFile(there, _id, 'pdf')).rawPayload);
    expect(text).toContain(`Nome: ${shown}`);
    expect(text.includes('este documento não consegue mostrar')).toBe(isSaid);
  });

  test.each([
    ['pt', 'Pacific/Pago_Pago', 'pt-BR', 'dados-pessoais', 'Os horários são do fuso Pacific/Pago_Pago.'],
    ['es', 'America/Bogota', 'es-419', 'datos-personales', 'Las horas son de la zona horaria America/Bogota.'],
    ['en', 'Pacific/Kiritimati', 'en-US', 'personal-data', 'Times are in the time zone Pacific/Kiritimati.'],
  ])(
    'says its times and the day of its name by the clock of the unit, and which that is, in %s',
    async (language, timezone, locale, word, words) => {
      const there = await settle(language);
      await context.database.withCompany(there.companyId, (tx) =>
        tx
          .updateTable('business_units')
          .set({ timezone })
          .where('company_id', '=', there.companyId)
          .where('id', '=', there.businessUnitId)
          .execute(),
      );
      const { _id } = await collected(there, { language });
      const now = context.clock.now();
      const pdf = await fetchFile(there, _id, 'pdf');
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(now);
      expect(pdf.headers['content-disposition']).toContain(`filename="${word}-${day}.pdf"`);
      const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone } as const;
      // A PDF has no narrow space, and breaks its lines where they are full.
      const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
      const text = plain(textOf(pdf.rawPayload));
      expect(text).toContain(plain(`: ${new Intl.DateTimeFormat(locale, format).format(now)}`));
      expect(text).toContain(words);
      expect(text).not.toContain('UTC');
    },
  );

  test('is collected for who has proved to be who they say, and for no other contact', async () => {
    const [there, abroad] = [await settle(), await settle()];
    expect((await ask(there)).json()).toMatchObject({ code: 'IDENTITY_NOT_CHECKED' });
    await prove(there);
    expect((await ask(there, { contactId: there.others.contact.id })).statusCode).toBe(404);
    expect((await ask({ ...there, requestId: abroad.requestId })).statusCode).toBe(404);
    expect((await ask({ ...there, headers: abroad.headers })).statusCode).toBe(404);
    expect((await read(there)).packages).toEqual([]);
    expect((await ask(there)).statusCode).toBe(202);
    expect((await read(there)).evidence.at(-1)).toMatchObject({ kind: 'collected', by: 'Test User' });
    // Which is evidence enough to close the request.
    const done = { status: 'done', identity_check: 'confirmed' };
    expect((await call('PUT', `/privacy-requests/${there.requestId}`, there.headers, done)).statusCode).toBe(200);
  });

  test.each([
    ['was refused', { status: 'refused', identity_check: 'confirmed', note: 'Fora do prazo' }, 'REQUEST_CLOSED'],
    ['is not proved any more', { status: 'in_progress', identity_check: 'failed' }, 'IDENTITY_NOT_CHECKED'],
  ])('is given to nobody where the request %s, also what was collected before', async (_, change, code) => {
    const there = await settle();
    const { _id } = await collected(there);
    await ask(there);
    expect((await call('PUT', `/privacy-requests/${there.requestId}`, there.headers, change)).statusCode).toBe(200);
    await work(there);
    for (const format of ['json', 'pdf']) expect((await fetchFile(there, _id, format)).statusCode).toBe(404);
    expect((await read(there)).packages.map(({ status }) => status)).toEqual(['removed', 'removed']);
    await forgetPackages(context);
    for (const key of Object.values(fileKeys(there.companyId, _id))) expect(await context.files.size(key)).toBeNull();
    expect((await ask(there)).json()).toMatchObject({ code });
  });

  test('is given to who may answer requests, in the units that they work in, and the audit says so', async () => {
    const [there, abroad] = [await settle(), await settle()];
    const { _id } = await collected(there);
    const { companyId } = there;
    const elsewhere = await signedIn(context, { companyId, role: 'adm', units: [there.otherUnitId] });
    const analyst = await signedIn(context, { companyId, role: 'ana' });
    for (const format of ['json', 'pdf']) {
      expect((await fetchFile(abroad, _id, format)).statusCode).toBe(404);
      expect((await fetchFile(elsewhere, _id, format)).statusCode).toBe(404);
      expect((await fetchFile(analyst, _id, format)).statusCode).toBe(403);
      expect((await fetchFile({ headers: {} }, _id, format)).statusCode).toBe(401);
      expect((await fetchFile(there, _id, format)).statusCode).toBe(200);
    }
    expect(await downloadsOf(there)).toBe(2);
  });

  test('that is not in the storage was downloaded by nobody, as the audit says', async () => {
    const there = await settle();
    const { _id } = await collected(there);
    await context.files.remove(fileKeys(there.companyId, _id).json);
    expect((await fetchFile(there, _id, 'json')).statusCode).toBe(404);
    expect(await downloadsOf(there)).toBe(0);
  });

  test('[PRIVACY-13] is gone after seven days, and at once when the person is erased, also before it is collected', async () => {
    const there = await settle();
    const { _id } = await collected(there);
    const keys = fileKeys(there.companyId, _id);
    await forgetPackages(context);
    expect(await context.files.size(keys.pdf)).toBeGreaterThan(0);
    await ask(there);
    const erased = await call('POST', `/contacts/${there.contactId}/anonymisation`, there.headers, {
      comments: 'remove',
    });
    expect(erased.json().tables).toContainEqual({ table: 'person_packages', rows: 2 });
    expect((await fetchFile(there, _id, 'json')).statusCode).toBe(404);
    await work(there);
    await forgetPackages(context);
    for (const key of Object.values(keys)) expect(await context.files.size(key)).toBeNull();
    expect((await read(there)).packages.map(({ status }) => status)).toEqual(['removed', 'removed']);

    const other = await settle();
    const kept = await collected(other);
    context.clock.advance(7 * dayMs - 1);
    const { headers } = await signedIn(context, { companyId: other.companyId, role: 'adm' });
    const later = { ...other, headers: { ...headers, 'x-business-id': other.businessUnitId } };
    expect((await fetchFile(later, kept._id, 'json')).statusCode).toBe(200);
    context.clock.advance(1);
    // Nobody fetches it then, whenever its files are removed.
    for (const format of ['json', 'pdf']) expect((await fetchFile(later, kept._id, format)).statusCode).toBe(404);
    expect((await read(later)).packages).toMatchObject([{ status: 'removed' }]);
    await forgetPackages(context);
    for (const key of Object.values(fileKeys(other.companyId, kept._id)))
      expect(await context.files.size(key)).toBeNull();
  });
});

test.each(['json', 'pdf'] as const)(
  '[PRIVACY-13] a package is gone when the person is erased after its %s was written, before it is finished',
  async (last) => {
    const there = await settle();
    await prove(there);
    const [asked] = (await ask(there)).json<PrivacyRequestDetails>().packages;
    const keys = fileKeys(there.companyId, asked!._id);
    const write = async (...[key, source]: Parameters<typeof context.files.write>) => {
      await context.files.write(key, source);
      if (key !== keys[last]) return;
      const erased = await call('POST', `/contacts/${there.contactId}/anonymisation`, there.headers, {
        comments: 'remove',
      });
      expect(erased.json().tables).toContainEqual({ table: 'person_packages', rows: 1 });
    };
    await work(there, { ...context, files: { ...context.files, write } });
    expect((await read(there)).packages.map(({ status }) => status)).toEqual(['removed']);
    for (const key of Object.values(keys)) expect(await context.files.size(key)).toBeNull();
  },
);

test('a contact that nobody asked about is not found by the request of somebody else', async () => {
  const there = await settle();
  await prove(there);
  const stranger = await createContact(context, there);
  expect((await ask(there, { contactId: stranger.id })).statusCode).toBe(404);
});
