import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '@escuta/contract/audit';
import { createCompany, createContact, createUser, signedIn, testPassword, unitOf } from '../../testing/factories.ts';
import { upload } from '../../testing/import-steps.ts';
import { createPublishedSurvey } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { readAuditFile } from './audit-file.ts';

const context = testContext();
type Headers = Record<string, string>;

async function ask(path: string, headers: Headers, payload?: object, method: 'POST' | 'PUT' = 'POST') {
  const answer = await context.app.inject({
    url: `/api${path}`,
    headers,
    remoteAddress: '203.0.113.7',
    ...(payload ? { method, payload } : {}),
  });
  return { status: answer.statusCode, text: answer.body, body: answer.body.startsWith('{') ? answer.json() : null };
}

async function eventsOf(headers: Headers, query = ''): Promise<AuditEvent[]> {
  const { status, body } = await ask(`/audit-events${query}`, headers);
  expect(status).toBe(200);
  return body.data;
}

/** Somebody of a company, and an owner of it who reads. What was told of the sign-ins is older than what follows. */
async function workplace(changes: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(context, changes);
  const { headers: reader } = await signedIn(context, { companyId: user.companyId });
  const businessUnitId = await unitOf(context, user.companyId);
  context.clock.advance(1_000);
  return { ...user, reader, businessUnitId };
}

const signIn = (email: string, senha: string) => ask('/login', {}, { email, senha });

describe('the audit tells of', () => {
  test('a sign-in and a sign-out, with who, from where and when', async () => {
    const { headers, reader, userId } = await workplace({ role: 'ana' });
    const at = context.clock.now().toISOString();
    await ask('/logout', headers, {});
    const [ended, , begun] = await eventsOf(reader);
    const actor = { type: 'user', _id: userId, name: 'Test User', role: 'ana' };
    expect(ended).toMatchObject({
      action: 'session.ended',
      at,
      actor,
      ip: '203.0.113.7',
      result: 'done',
      business: null,
    });
    expect(begun).toMatchObject({ action: 'session.begun', actor });
  });

  test('failed sign-ins of people it knows, and of a block once an hour', async () => {
    const { reader, email, userId } = await workplace();
    for (let count = 0; count < 8; count += 1) await signIn(email, 'wrong');
    await expect.poll(async () => (await eventsOf(reader, '?action=sign_in.blocked')).length).toBe(1);
    await expect.poll(async () => (await eventsOf(reader, '?action=sign_in.failed')).length).toBe(5);
    expect((await eventsOf(reader, '?action=sign_in.blocked'))[0]).toMatchObject({
      actor: { _id: userId },
      after: { cause: 'pair' },
      result: 'refused',
    });
    context.clock.advance(2 * 3_600_000);
    for (let count = 0; count < 6; count += 1) await signIn(email, 'wrong');
    await expect.poll(async () => (await eventsOf(reader, '?action=sign_in.blocked')).length).toBe(2);
  });

  test('one block, of however many tries that come at once', async () => {
    const { reader, email } = await workplace();
    const tries = await Promise.all(Array.from({ length: 30 }, () => signIn(email, 'wrong')));
    expect(tries).toHaveLength(30);
    await expect.poll(async () => (await eventsOf(reader, '?action=sign_in.failed')).length).toBe(5);
    await expect.poll(async () => (await eventsOf(reader, '?action=sign_in.blocked')).length).toBeGreaterThan(0);
    // The last of them may still be on its way.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await eventsOf(reader, '?action=sign_in.blocked')).toHaveLength(1);
  });

  test('somebody deactivated who knows the password', async () => {
    const { reader, companyId } = await workplace();
    const gone = await createUser(context, { companyId, deactivated: true });
    await signIn(gone.email, testPassword);
    await expect
      .poll(() => eventsOf(reader, '?action=sign_in.failed'))
      .toMatchObject([{ actor: { _id: gone.userId }, after: { cause: 'user_deactivated' }, result: 'refused' }]);
  });

  test('a session that was ended because its token was used twice', async () => {
    const { headers, reader, userId } = await workplace();
    context.clock.advance(2 * 3_600_000);
    await ask('/me', headers);
    context.clock.advance(60_000);
    expect((await ask('/me', headers)).status).toBe(401);
    const [event] = await eventsOf(reader, '?action=session.revoked');
    expect(event).toMatchObject({ actor: { _id: userId }, after: { cause: 'token_reused' } });
  });

  test('contacts created and changed, with the names of the fields and nothing that stood in them', async () => {
    const { headers, reader, businessUnitId } = await workplace();
    const person = { name: 'Maria Lima', email: 'maria-lima@test.example', tel: null };
    const { body: contact } = await ask('/contacts', headers, person);
    context.clock.advance(1_000);
    await ask(`/contacts/${contact._id}`, headers, { ...person, email: 'outra@test.example' }, 'PUT');
    const [changed, created] = await eventsOf(reader, '?search=LIMA');
    const target = { type: 'contact', _id: contact._id, label: 'Maria Lima' };
    expect(created).toMatchObject({ action: 'contact.created', target, business: { _id: businessUnitId } });
    expect(changed).toMatchObject({ action: 'contact.changed', target, after: { fields: ['email'] } });
    expect(JSON.stringify([changed, created])).not.toContain('test.example');
  });

  test('files of people, of answers and of sends that were taken away, not of those that were refused', async () => {
    const { headers, reader } = await workplace();
    await ask('/contacts/export?format=csv', headers);
    await ask('/responses/export?format=xlsx', headers);
    await ask('/sends/export?format=csv', headers);
    const refused = await signedIn(context, { companyId: (await workplace()).companyId, role: 'ana' });
    expect((await ask('/contacts/export?format=csv', refused.headers)).status).toBe(403);
    const exported = (await eventsOf(reader)).filter(({ action }) => action.endsWith('.exported'));
    expect(new Map(exported.map(({ action, after }) => [action, after]))).toEqual(
      new Map([
        ['contacts.exported', { format: 'csv' }],
        ['responses.exported', { format: 'xlsx' }],
        ['sends.exported', { format: 'csv' }],
      ]),
    );
  });

  test('surveys published, sends created and imports started', async () => {
    const { headers, reader, companyId, businessUnitId } = await workplace();
    const { body: draft } = await ask('/surveys', headers, { template: 'nps-stay', title: 'Hospedagem' });
    await ask(`/surveys/${draft.survey._id}/versions`, headers, { revision: draft.revision });
    const { surveyId } = await createPublishedSurvey(context, { companyId, businessUnitId });
    await createContact(context, { companyId, businessUnitId });
    const send = { surveyId, audience: { kind: 'all' }, channel: 'email' };
    const { body: sent } = await ask('/sends', headers, send);
    const uploaded = (await upload(context, { headers }, 'Nome;E-mail\nAna;ana@test.example\n')).json();
    const { uploadId, hasHeader, mapping } = uploaded;
    await ask('/imports', headers, { uploadId, hasHeader, mapping });
    const events = new Map((await eventsOf(reader)).map((event) => [event.action, event]));
    expect(events.get('survey.published')?.target).toEqual({
      type: 'survey',
      _id: draft.survey._id,
      label: 'Hospedagem',
    });
    expect(events.get('send.created')).toMatchObject({
      target: { type: 'send', _id: sent._id },
      after: { channel: 'email', total: 1, audience: 'all' },
    });
    expect(events.get('import.started')?.target).toMatchObject({ type: 'import', label: 'contatos.csv' });
  });

  test('nothing that was refused on the way', async () => {
    const { headers, reader } = await workplace();
    const before = await eventsOf(reader);
    expect((await ask('/contacts', headers, { name: 'Sem endereço', email: null, tel: null })).status).toBe(422);
    expect(await eventsOf(reader)).toEqual(before);
  });
});

describe('reading the audit', () => {
  test('narrows by who, by action, by words and by the days of the unit, page by page', async () => {
    const { headers, companyId, userId } = await workplace();
    await ask('/contacts', headers, { name: 'Naná', email: 'a@test.example', tel: null });
    const day = context.clock.now().toISOString().slice(0, 10);
    context.clock.advance(3 * 24 * 3_600_000);
    const { headers: fresh } = await signedIn(context, { companyId });
    const names = async (query: string) =>
      (await eventsOf(fresh, query)).map(({ target, action }) => target?.label ?? action);
    expect(await names(`?actor=${userId}&action=contact.created`)).toEqual(['Naná']);
    expect(await names('?search=NANA')).toEqual(['Naná']);
    expect(await names('?search=%25')).toEqual([]);
    expect(await names('?action=survey.published')).toEqual([]);
    expect((await names(`?from=2020-01-01&to=${day}`)).at(0)).toBe('Naná');
    expect((await names(`?from=${day}`)).at(0)).toBe('session.begun');
    const { body } = await ask('/audit-events?limit=1&page=2', fresh);
    expect(body.data).toHaveLength(1);
    expect(body.total).toBeGreaterThan(2);
    expect((await ask('/audit-events/actors', fresh)).body.data).toContainEqual({ _id: userId, name: 'Test User' });
  });

  test('the days are those of the unit: 23:30 in São Paulo is still that day', async () => {
    const night = new Date(Math.ceil(context.clock.now().getTime() / 86_400_000) * 86_400_000 + 2.5 * 3_600_000);
    context.clock.advance(night.getTime() - context.clock.now().getTime());
    // Only now: up to then is longer than a session lives.
    const { headers, reader } = await workplace();
    const { body } = await ask('/contacts', headers, { name: 'Noturna', email: 'noturna@test.example', tel: null });
    expect(body.name).toBe('Noturna');
    const day = new Date(night.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
    const found = async (range: string) => (await eventsOf(reader, `?search=noturna&${range}`)).length;
    expect(await found(`from=${day}&to=${day}`)).toBe(1);
    expect(await found(`from=${night.toISOString().slice(0, 10)}`)).toBe(0);
  });

  test('is for own, adm and acmng, and shows nothing of another company', async () => {
    const { companyId } = await workplace();
    for (const role of ['own', 'adm', 'acmng'] as const) {
      const { headers } = await signedIn(context, { companyId, role });
      expect((await ask('/audit-events', headers)).status).toBe(200);
    }
    for (const role of ['ana', 'pdv', 'readonly', 'notesonly', 'dashonly', 'agent'] as const) {
      const { headers } = await signedIn(context, { companyId, role });
      for (const path of ['/audit-events', '/audit-events/actors', '/audit-events/export?format=csv'])
        expect((await ask(path, headers)).body).toMatchObject({ code: 'FORBIDDEN' });
    }
    const other = await signedIn(context);
    expect((await eventsOf(other.headers)).map(({ actor }) => actor._id)).toEqual([other.userId]);
    expect((await ask('/audit-events/actors', other.headers)).body.data).toHaveLength(1);
  });

  test('who works in one unit reads nothing of the other', async () => {
    const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
    const everywhere = await signedIn(context, { companyId });
    const here = await signedIn(context, { companyId, role: 'adm', units: [businessUnitId] });
    for (const unit of [businessUnitId, otherUnitId]) {
      const person = { name: `Contato de ${unit.slice(-4)}`, email: 'alguem@test.example', tel: null };
      await ask('/contacts', { ...everywhere.headers, 'x-business-id': unit }, person);
    }
    const seen = async (headers: Headers) =>
      (await eventsOf(headers, '?action=contact.created')).map(({ business }) => business?._id ?? '').toSorted();
    expect(await seen(everywhere.headers)).toEqual([businessUnitId, otherUnitId].toSorted());
    expect(await seen(here.headers)).toEqual([businessUnitId]);
    const file = await ask('/audit-events/export?format=csv', here.headers);
    expect(file.text).toContain(`Contato de ${businessUnitId.slice(-4)}`);
    expect(file.text).not.toContain(`Contato de ${otherUnitId.slice(-4)}`);
  });

  test('as a file: words of its language, cells that no program runs, and the export itself is told', async () => {
    const { headers, reader } = await workplace();
    await ask('/surveys', headers, { template: 'nps-stay', title: '=1+1' }).then(({ body }) =>
      ask(`/surveys/${body.survey._id}/versions`, headers, { revision: body.revision }),
    );
    const { text } = await ask('/audit-events/export?format=csv&fileLanguage=es', reader);
    const [head, first, second] = text.replace('\ufeff', '').split('\r\n');
    expect(head).toMatch(/^Fecha y hora \(America\/Sao_Paulo\);Persona;Quién;/);
    expect(`${first}${second}`).toContain('Auditoría exportada');
    expect(`${first}${second}`).toContain("'=1+1");
    const [published] = await eventsOf(reader, '?action=survey.published');
    expect(head).toContain(';Objeto;ID del objeto;');
    expect(`${first}${second}`).toContain(`;'=1+1;${published?.target?._id};`);
    const workbook = await ask('/audit-events/export?format=xlsx', reader);
    expect(workbook.status).toBe(200);
    const narrowed = await ask('/audit-events/export?format=csv&fileLanguage=es&action=survey.published', reader);
    expect(narrowed.text.trim().split('\r\n')).toHaveLength(2);
    expect(narrowed.text).toContain("'=1+1");
    expect(await eventsOf(reader, '?action=audit.exported')).toHaveLength(3);
  });

  test('as a file of more rows than it may have is refused; a filter that leaves fewer is not', async () => {
    const { companyId, businessUnitId, userId, headers } = await workplace();
    for (const name of ['Ana', 'Bia', 'Caio'])
      await ask('/contacts', headers, { name, email: `${name}@rows.example`, tel: null });
    const filter = { companyId, businessUnitIds: [businessUnitId], timezone: 'America/Sao_Paulo', actor: userId };
    const options = {
      format: 'csv',
      language: 'pt',
      now: context.clock.now(),
      unitNames: new Map(),
      rowsMax: 2,
    } as const;
    const file = (search?: string) => readAuditFile(context.database, { ...filter, search }, options);
    await expect(file()).rejects.toMatchObject({ code: 'TOO_MANY_ROWS', params: { most: 2 } });
    const rows = (await Readable.from((await file('Caio')).content).toArray()).join('').trim().split('\r\n');
    expect(rows).toHaveLength(2);
  });
});
