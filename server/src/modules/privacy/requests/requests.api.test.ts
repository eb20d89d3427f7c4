// cspell:disable
import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import { privacyRequestTypes } from '@escuta/contract/privacy-requests';
import type { PrivacyRequest, PrivacyRequestDetails } from '@escuta/contract/privacy-requests';
import type { CompanyId } from '@escuta/contract/ids';
import { createCompany, createContact, signedIn } from '../../../testing/factories.ts';
import { queuedMails } from '../../../testing/queued-mails.ts';
import { testContext } from '../../../testing/test-context.ts';
import { usualRateLimits } from '#platform/config/rate-limits.ts';
import { readOutbox } from '#platform/events/outbox.ts';
import { privacySubscriptions } from '../subscribers.ts';
import { forgetRequesters } from './forget-requesters.ts';

const context = testContext();
const limited = testContext({ rateLimits: { ...usualRateLimits, 'privacy-form': { burst: 2, perMinute: 1 } } });
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maria = { nome: 'Maria Lima', email: 'maria.lima@exemplo.example', details: 'Quero uma cópia.' };

/** A company with somebody who answers for it, and the path of its form as its settings show it. */
async function desk() {
  const company = await createCompany(context);
  const user = await signedIn(context, { companyId: company.companyId, role: 'adm' });
  const { form_url } = (await context.app.inject({ url: '/api/privacy-requests', headers: user.headers })).json();
  return {
    ...company,
    userId: user.userId,
    headers: user.headers,
    slug: String(form_url).split('/privacidade/')[1] ?? '',
  };
}
type Desk = Awaited<ReturnType<typeof desk>>;

const ask = (slug: string, form: object = {}) =>
  context.app.inject({
    method: 'POST',
    url: `/api/privacy-forms/${slug}/requests`,
    payload: { ...maria, type: 'acesso', ...form },
  });

async function list({ headers }: Pick<Desk, 'headers'>, query = '') {
  const answer = await context.app.inject({ url: `/api/privacy-requests${query}`, headers });
  return answer.json<{ data: PrivacyRequest[]; total: number }>();
}

async function read({ headers }: Pick<Desk, 'headers'>, id: string) {
  return (await context.app.inject({ url: `/api/privacy-requests/${id}`, headers })).json<PrivacyRequestDetails>();
}

function change({ headers }: Pick<Desk, 'headers'>, id: string, payload: object) {
  return context.app.inject({ method: 'PUT', url: `/api/privacy-requests/${id}`, headers, payload });
}

async function received(here: Desk, form: object = {}): Promise<PrivacyRequest> {
  const { protocol } = (await ask(here.slug, form)).json<{ protocol: string }>();
  const found = (await list(here)).data.find((request) => request.protocol === protocol);
  if (!found) throw new Error(`no request has the protocol ${protocol}`);
  return found;
}

/** Does the work of the worker for each closing that a company's requests were told of, twice: a worker may be killed in between. */
async function tellOfClosings({ companyId }: Pick<Desk, 'companyId'>) {
  const facts = await readOutbox(context.database, Number.MAX_SAFE_INTEGER);
  const closings = facts.filter((fact) => fact.companyId === companyId && fact.name === 'privacy-request.closed');
  const tell = privacySubscriptions(context).find(({ event }) => event === 'privacy-request.closed');
  for (const fact of [...closings, ...closings]) await tell!.run(fact, AbortSignal.timeout(10_000), { isRetry: false });
}

function actionsOf(companyId: CompanyId) {
  return context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('audit_events')
      .select(['action', 'actor_type', 'target_label', 'before', 'after'])
      .where('company_id', '=', companyId)
      .where('target_type', '=', 'privacy_request')
      .orderBy('id')
      .execute(),
  );
}

describe('the form of a company', () => {
  test('[PRIVACY-01] takes the nine types of requests, and no other', async () => {
    const here = await desk();
    expect(privacyRequestTypes).toEqual([
      'confirmação',
      'acesso',
      'correção',
      'anonimização',
      'eliminação',
      'portabilidade',
      'revogação',
      'oposição',
      'revisão_automatizada',
    ]);
    for (const [at, type] of privacyRequestTypes.entries()) {
      const email = `pessoa-${at}@exemplo.example`;
      expect([type, (await ask(here.slug, { type, email })).statusCode]).toEqual([type, 201]);
    }
    expect((await list(here)).data.map(({ type }) => type).toSorted()).toEqual([...privacyRequestTypes].toSorted());
    expect((await ask(here.slug, { type: 'esquecimento' })).statusCode).toBe(400);
  });

  test('[PRIVACY-02, PRIVACY-05] makes a request with its protocol, due in 15 days', async () => {
    const here = await desk();
    const now = context.clock.now();
    const answer = await ask(here.slug);
    expect(answer.statusCode).toBe(201);
    const { protocol, due_at } = answer.json<{ protocol: string; due_at: string }>();
    expect(protocol).toMatch(/^\d{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(Date.parse(due_at)).toBe(now.getTime() + 15 * dayMs);
    const { data, total } = await list(here);
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      protocol,
      due_at,
      type: 'acesso',
      requester: { nome: maria.nome, email: maria.email },
      identity_check: 'pending',
      status: 'received',
      handled_by: null,
      closed_at: null,
    });
    expect(await read(here, data[0]!._id)).toMatchObject({
      details: maria.details,
      evidence: [{ kind: 'received', by: null, status: 'received', at: now.toISOString() }],
    });
  });

  test.each([
    ['pt', 'Recebemos o seu pedido', 'Eliminação dos dados'],
    ['es', 'Recibimos su solicitud', 'Eliminación de los datos'],
    ['en', 'We received your request', 'Deletion of data'],
  ])('[PRIVACY-04] mails the protocol to the requester, in %s', async (language, title, type) => {
    const here = await desk();
    const email = `protocolo-${language}-${here.companyId.slice(-8)}@exemplo.example`;
    const { protocol } = (await ask(here.slug, { email, language, type: 'eliminação' })).json<{ protocol: string }>();
    const mails = await queuedMails(context, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain(protocol);
    for (const words of [protocol, title, type, maria.nome, here.name]) expect(mails[0]?.text).toContain(words);
    expect(mails[0]?.html).toContain(protocol);
  });

  test.each(['Pacific/Pago_Pago', 'Pacific/Kiritimati'])(
    '[PRIVACY-05] names one due day, that of the company’s zone, on the page, in the mail and at the desk: %s',
    async (timezone) => {
      const here = await desk();
      await context.database.withCompany(here.companyId, (tx) =>
        tx.updateTable('companies').set({ timezone }).where('id', '=', here.companyId).execute(),
      );
      const email = `prazo-${here.companyId.slice(-8)}@exemplo.example`;
      const shown = (await ask(here.slug, { email })).json<{ due_at: string; due_day: string }>();
      const dueAt = new Date(shown.due_at);
      expect(shown.due_day).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(dueAt));
      const inMail = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: timezone }).format(dueAt);
      expect((await queuedMails(context, email))[0]?.text).toContain(inMail);
      const [listed] = (await list(here)).data;
      const days = { due_day: shown.due_day, timezone };
      expect(listed).toMatchObject(days);
      expect(await read(here, listed!._id)).toMatchObject(days);
    },
  );

  test('answers who is a contact as it answers who is none', async () => {
    const here = await desk();
    await createContact(context, { ...here, email: 'conhecida@exemplo.example' });
    const known = await ask(here.slug, { email: 'conhecida@exemplo.example' });
    const unknown = await ask(here.slug, { email: 'estranha@exemplo.example' });
    const shapeOf = ({ statusCode, headers, json }: typeof known) => [
      statusCode,
      Object.keys(json()).toSorted(),
      headers['content-length'],
    ];
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
    expect(await queuedMails(context, 'conhecida@exemplo.example')).toHaveLength(1);
    expect(await queuedMails(context, 'estranha@exemplo.example')).toHaveLength(1);
  });

  test('is found by its address alone: one that we did not make leads nowhere', async () => {
    const [here, there] = [await desk(), await desk()];
    expect(here.slug).not.toBe(there.slug);
    const form = await context.app.inject({ url: `/api/privacy-forms/${here.slug}` });
    expect(form.json()).toEqual({ company: here.name, language: 'pt', due_days: 15 });
    const forged = `${here.slug.slice(0, 8)}${there.slug.slice(8)}`;
    for (const slug of [forged, 'AAAAAAAAAAAAAAAA']) {
      expect((await context.app.inject({ url: `/api/privacy-forms/${slug}` })).statusCode).toBe(404);
      expect((await ask(slug)).statusCode).toBe(404);
    }
    await received(there);
    expect((await list(here)).total).toBe(0);
  });

  test('fills nobody’s mailbox: after five requests in a day an address waits, others do not', async () => {
    const [here, there] = [await desk(), await desk()];
    const email = `cheia-${here.companyId.slice(-8)}@exemplo.example`;
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await ask(here.slug, { email })).statusCode).toBe(201);
      context.clock.advance(hourMs);
    }
    const refused = { code: 'TOO_MANY_REQUESTS', params: { retryAfter: (dayMs - 5 * hourMs) / 1_000 } };
    expect((await ask(here.slug, { email })).json()).toMatchObject(refused);
    expect((await ask(there.slug, { email })).statusCode).toBe(201);
    expect((await ask(here.slug)).statusCode).toBe(201);
    expect(await queuedMails(context, email)).toHaveLength(6);
    context.clock.advance(dayMs - 5 * hourMs);
    for (const status of [201, 429]) expect((await ask(here.slug, { email })).statusCode).toBe(status);
  });

  test('is read by everybody behind an address after some of them sent it', async () => {
    const url = `/api/privacy-forms/${'x'.repeat(16)}`;
    const payload = { type: 'acesso', nome: 'Maria', email: 'maria@exemplo.example', language: 'pt' };
    const read = async () => (await limited.app.inject({ url })).statusCode;
    const send = async () => (await limited.app.inject({ method: 'POST', url: `${url}/requests`, payload })).statusCode;
    for (let at = 0; at < 3; at += 1) expect(await read()).toBe(404);
    expect([await send(), await send(), await send()]).toEqual([404, 404, 429]);
    expect(await read()).toBe(404);
  });

  test('fills nobody’s mailbox by many requests at once either', async () => {
    const here = await desk();
    const email = `cheia-${here.companyId.slice(-8)}@exemplo.example`;
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(here.slug, { email })));
    expect(asked.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    expect(await queuedMails(context, email)).toHaveLength(5);
  });

  test.each([
    ['an address that is none', { email: 'nenhum' }],
    ['an empty name', { nome: ' ' }],
    ['a name that would lead whoever gets the mail elsewhere', { nome: 'Veja em https://evil.example/x' }],
    ['a formula for a name', { nome: '=cmd' }],
    ['a novel', { details: 'x'.repeat(2_001) }],
  ])('refuses %s', async (_what, form) => {
    const { slug } = await desk();
    expect((await ask(slug, form)).json()).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('the desk', () => {
  test('changes nothing for who has seen it before a colleague closed it', async () => {
    const here = await desk();
    const { _id } = await received(here);
    const seen = { status: 'received', identity_check: 'pending' };
    const closing = { status: 'done', identity_check: 'confirmed', note: 'Entregue.', seen };
    expect((await change(here, _id, closing)).statusCode).toBe(200);
    const closed = await read(here, _id);
    const late = { status: 'in_progress', identity_check: 'pending', note: 'Liguei para ela.', seen };
    const answer = await change(here, _id, late);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'REQUEST_CHANGED' }]);
    expect(await read(here, _id)).toEqual(closed);
    const noted = { ...closing, note: late.note, seen: { status: 'done', identity_check: 'confirmed' } };
    expect((await change(here, _id, noted)).json()).toMatchObject({ closed_at: closed.closed_at });
  });

  test('leaves a request with the colleague who took it over meanwhile, and takes the note of whoever leaves that alone', async () => {
    const here = await desk();
    const { _id } = await received(here);
    const seen = { status: 'received', identity_check: 'pending', handled_by: null };
    const colleague = await signedIn(context, { companyId: here.companyId, role: 'adm' });
    const same = { status: 'received', identity_check: 'pending' };
    expect((await change(colleague, _id, { ...same, handler: 'me', seen })).statusCode).toBe(200);
    for (const handler of ['me', 'nobody'])
      expect((await change(here, _id, { ...same, handler, seen })).json()).toMatchObject({ code: 'REQUEST_CHANGED' });
    const noted = (await change(here, _id, { ...same, note: 'Liguei para ela.', seen })).json();
    expect(noted).toMatchObject({ handled_by: { _id: colleague.userId } });
    const now = { ...seen, handled_by: colleague.userId };
    expect((await change(here, _id, { ...same, handler: 'me', seen: now })).json()).toMatchObject({
      handled_by: { _id: here.userId },
    });
  });

  test('[PRIVACY-02] notes identity, status and who handles it, with who did so and when', async () => {
    const here = await desk();
    const request = await received(here);
    context.clock.advance(60_000);
    const taken = { status: 'in_progress', identity_check: 'confirmed', handler: 'me', note: 'Conferi o documento.' };
    const answer = (await change(here, request._id, taken)).json<PrivacyRequestDetails>();
    expect(answer).toMatchObject({
      status: 'in_progress',
      identity_check: 'confirmed',
      handled_by: { nome: 'Test User' },
      closed_at: null,
    });
    expect(answer.evidence.at(-1)).toMatchObject({
      kind: 'changed',
      by: 'Test User',
      at: context.clock.now().toISOString(),
      note: taken.note,
      status: 'in_progress',
    });
    expect(answer.evidence[0]?.at).toBe(request.created_at);
    const done = { status: 'done', identity_check: 'confirmed' };
    const closed = (await change(here, request._id, done)).json<PrivacyRequestDetails>();
    expect(closed).toMatchObject({ status: 'done', closed_at: context.clock.now().toISOString() });
    expect(closed.handled_by).toEqual(answer.handled_by);
    expect(closed.evidence).toHaveLength(3);
    const reopened = { status: 'in_progress', identity_check: 'confirmed', handler: 'nobody' };
    expect((await change(here, request._id, reopened)).json()).toMatchObject({ closed_at: null, handled_by: null });

    expect(await actionsOf(here.companyId)).toMatchObject([
      { action: 'privacy_request.received', actor_type: 'system', target_label: request.protocol },
      {
        action: 'privacy_request.changed',
        actor_type: 'user',
        before: { status: 'received', identity_check: 'pending' },
        after: { status: 'in_progress', identity_check: 'confirmed' },
      },
      { action: 'privacy_request.changed', after: { status: 'done' } },
      { action: 'privacy_request.changed', after: { status: 'in_progress' } },
    ]);
  });

  test.each([
    ['pt', 'done', 'O seu pedido foi atendido', 'Atendido', 'escreveu para você:'],
    ['pt', 'refused', 'O seu pedido foi recusado', 'Recusado', 'escreveu para você:'],
    ['es', 'done', 'Su solicitud fue atendida', 'Atendida', 'le escribió:'],
    ['es', 'refused', 'Su solicitud fue rechazada', 'Rechazada', 'le escribió:'],
    ['en', 'done', 'Your request has been fulfilled', 'Fulfilled', 'wrote to you:'],
    ['en', 'refused', 'Your request has been refused', 'Refused', 'wrote to you:'],
  ])(
    'mails the requester in %s that a request is %s, with what is written to them',
    async (language, status, ...words) => {
      const here = await desk();
      const email = `fim-${here.companyId.slice(-8)}@exemplo.example`;
      const { _id, protocol } = await received(here, { email, language });
      const closing = {
        status,
        identity_check: 'confirmed',
        note: 'Só para nós.',
        answer: 'Primeira linha.\n\nSegunda.',
      };
      expect((await change(here, _id, closing)).json<PrivacyRequestDetails>().evidence.at(-1)).toMatchObject({
        note: closing.note,
        answer: closing.answer,
      });
      await tellOfClosings(here);
      const [, mail, ...more] = await queuedMails(context, email);
      expect(more).toEqual([]);
      expect(mail?.subject).toContain(protocol);
      for (const told of [...words, maria.nome, here.name, protocol, 'Primeira linha.', 'Segunda.'])
        expect(mail?.text).toContain(told);
      expect(mail?.text).not.toContain(closing.note);
    },
  );

  test('mails each closing once: again where a request is reopened and closed, and not for what is noted after it', async () => {
    const here = await desk();
    const email = `vezes-${here.companyId.slice(-8)}@exemplo.example`;
    const { _id } = await received(here, { email });
    const move = async (status: string, note = '') => {
      expect((await change(here, _id, { status, identity_check: 'confirmed', note })).statusCode).toBe(200);
      await tellOfClosings(here);
      return (await queuedMails(context, email)).length;
    };
    expect(await move('in_progress')).toBe(1);
    expect(await move('done', 'Entregue.')).toBe(2);
    expect(await move('done', 'Ligou para agradecer.')).toBe(2);
    expect(await move('in_progress')).toBe(2);
    expect(await move('refused', 'Era outra pessoa.')).toBe(3);
    const last = (await queuedMails(context, email)).at(-1);
    expect(last?.text).toContain('recusou o seu pedido');
    expect(last?.text).not.toContain('escreveu para você');
  });

  test('closes nothing before identity is checked, or without a word of evidence', async () => {
    const here = await desk();
    const { _id } = await received(here);
    const refused = async (payload: object) => (await change(here, _id, payload)).json<{ code: string }>().code;
    const note = 'Entregue por e-mail.';
    expect(await refused({ status: 'done', identity_check: 'pending', note })).toBe('IDENTITY_NOT_CHECKED');
    expect(await refused({ status: 'done', identity_check: 'failed', note })).toBe('IDENTITY_NOT_CHECKED');
    expect(await refused({ status: 'done', identity_check: 'confirmed' })).toBe('EVIDENCE_MISSING');
    expect(await refused({ status: 'refused', identity_check: 'failed' })).toBe('EVIDENCE_MISSING');
    expect(await read(here, _id)).toMatchObject({ status: 'received', evidence: [{ kind: 'received' }] });
    await change(here, _id, { status: 'in_progress', identity_check: 'confirmed', note: 'Mostrou o RG.' });
    // That says nothing of a refusal.
    expect(await refused({ status: 'refused', identity_check: 'confirmed' })).toBe('EVIDENCE_MISSING');
    const closing = { status: 'refused', identity_check: 'failed', note: 'Não comprovou quem é.' };
    expect((await change(here, _id, closing)).statusCode).toBe(200);
  });

  test('lists the open ones by their due date before the others, page by page, or those of a status', async () => {
    const here = await desk();
    const protocols: string[] = [];
    for (const [at] of ['one', 'two', 'three', 'four'].entries()) {
      const { protocol, _id } = await received(here, { email: `p${at}@exemplo.example` });
      protocols.push(protocol);
      context.clock.advance(60_000);
      if (at !== 1) continue;
      const closing = { status: 'refused', identity_check: 'failed', note: 'Ninguém respondeu.' };
      await change(here, _id, closing);
    }
    const [one, two, three, four] = protocols;
    const seen = async (query: string) => (await list(here, query)).data.map(({ protocol }) => protocol);
    expect(await seen('')).toEqual([one, three, four, two]);
    expect(await seen('?limit=3&page=2')).toEqual([two]);
    expect(await list(here, '?status=refused')).toMatchObject({ total: 1, data: [{ protocol: two }] });
  });

  test('finds the contacts with the address in the units of the reader alone', async () => {
    const [here, there] = [await desk(), await desk()];
    const email = maria.email;
    await createContact(context, { ...there, email });
    const first = await createContact(context, { ...here, email, name: 'Maria L.' });
    const second = await createContact(context, { ...here, businessUnitId: here.otherUnitId, email });
    await createContact(context, here);
    const { _id } = await received(here);
    const idsFor = async (of: Pick<Desk, 'headers'>) => (await read(of, _id)).contacts.map((contact) => contact._id);
    expect((await idsFor(here)).toSorted()).toEqual([first.id, second.id].toSorted());
    const one = { companyId: here.companyId, role: 'adm', units: [here.businessUnitId] } as const;
    expect(await idsFor(await signedIn(context, one))).toEqual([first.id]);
  });

  test('finds who is known by a phone alone, and says by which address', async () => {
    const [here, there] = [await desk(), await desk()];
    const tel = '+5511987654321';
    const contact = (of: Desk, given: object) => createContact(context, { ...of, email: null, tel: null, ...given });
    await contact(there, { tel });
    const byPhone = await contact(here, { tel });
    const both = await contact({ ...here, businessUnitId: here.otherUnitId }, { tel, email: maria.email });
    await contact(here, { tel: '+5511987654322' });
    const request = await received(here, { tel: '(11) 98765-4321' });
    expect(request.requester).toEqual({ nome: maria.nome, email: maria.email, tel });
    const { contacts } = await read(here, request._id);
    expect(new Map(contacts.map(({ _id, has }) => [_id, has]))).toEqual(
      new Map([
        [byPhone.id, ['tel']],
        [both.id, ['email', 'tel']],
      ]),
    );
    // Who says no phone is nobody's phone.
    const without = await received(here);
    expect(without.requester?.tel).toBeNull();
    expect((await read(here, without._id)).contacts.map(({ _id, has }) => [_id, has])).toEqual([[both.id, ['email']]]);
    expect((await ask(here.slug, { tel: '123' })).json().code).toBe('PHONE_NOT_VALID');
  });

  test('is of own and adm, and of our own people, and knows no request of another company', async () => {
    const [here, there] = [await desk(), await desk()];
    const { _id } = await received(here);
    for (const role of roles) {
      const { headers } = await signedIn(context, { companyId: here.companyId, role });
      const isIn = ['own', 'adm', 'acmng'].includes(role);
      const answer = await context.app.inject({ url: '/api/privacy-requests', headers });
      expect([role, answer.statusCode]).toEqual([role, isIn ? 200 : 403]);
    }
    const payload = { status: 'in_progress', identity_check: 'pending' };
    expect((await change(there, _id, payload)).statusCode).toBe(404);
    const answer = await context.app.inject({ url: `/api/privacy-requests/${_id}`, headers: there.headers });
    expect(answer.statusCode).toBe(404);
    expect((await read(here, _id)).status).toBe('received');
  });
});

describe('who asked', () => {
  const longAgo = (days: number) => new Date(context.clock.now().getTime() - days * dayMs);
  const fiveYears = 1_827;

  test('is forgotten five years after the request was closed, with what was written; type, dates and steps stay', async () => {
    const [here, there] = [await desk(), await desk()];
    const requests = [
      await received(here, { tel: '+5511987654321' }),
      await received(here, { email: 'outra@exemplo.example' }),
      await received(there),
    ];
    const open = await received(here, { email: 'terceira@exemplo.example' });
    const [old, young, elsewhere] = requests;
    for (const [at, request] of [
      [here, old],
      [here, young],
      [there, elsewhere],
    ] as const) {
      const words = { note: 'Respondida a Maria.', answer: 'Maria, segue a cópia.' };
      await change(at, request!._id, { identity_check: 'confirmed', status: 'done', ...words });
    }
    const age = async (request: PrivacyRequest | undefined, days: number, isClosed = true) =>
      context.database.pool.query(
        `UPDATE privacy_requests SET created_at = $2${isClosed ? ', closed_at = $2' : ''} WHERE id = $1`,
        [request?._id, longAgo(days)],
      );
    await age(old, fiveYears);
    await age(young, fiveYears - 3);
    await age(elsewhere, fiveYears);
    await age(open, fiveYears, false);
    await forgetRequesters(context);

    const kept = await read(here, old!._id);
    expect(kept).toMatchObject({
      requester: null,
      details: '',
      type: 'acesso',
      status: 'done',
      protocol: old!.protocol,
    });
    expect(kept.evidence.map(({ kind, note }) => [kind, note])).toEqual([
      ['received', ''],
      ['changed', ''],
    ]);
    expect(kept.evidence.map(({ answer }) => answer)).toEqual(['', '']);
    expect((await read(there, elsewhere!._id)).requester).toBeNull();
    expect(await read(here, young!._id)).toMatchObject({
      requester: { nome: maria.nome, email: 'outra@exemplo.example', tel: null },
      details: maria.details,
    });
    expect((await read(here, young!._id)).evidence.at(-1)?.note).toBe('Respondida a Maria.');
    expect((await read(here, open._id)).requester).toEqual({
      nome: maria.nome,
      email: 'terceira@exemplo.example',
      tel: null,
    });
    expect((await list(here)).data.find(({ _id }) => _id === old!._id)?.requester).toBeNull();
    const { rows } = await context.database.pool.query('SELECT requester_tel FROM privacy_requests WHERE id = $1', [
      old!._id,
    ]);
    expect(rows).toEqual([{ requester_tel: null }]);
  });
});
