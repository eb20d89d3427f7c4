// cspell:disable
import { describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { ErasureReport } from '@escuta/contract/erasures';
import type { PrivacyRequest, PrivacyRequestDetails } from '@escuta/contract/privacy-requests';
import { readOutbox } from '#platform/events/outbox.ts';
import { createCompany, createContact, signedIn } from '../../../testing/factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
const email = 'maria.lima@exemplo.example';
type Headers = Record<string, string>;

function call(method: 'GET' | 'POST' | 'PUT', path: string, headers: Headers, payload?: object) {
  return context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
}

/** A request of Maria, a contact in both units, beside somebody who asks for nothing. */
async function settle(type = 'eliminação', tel = '') {
  const company = await createCompany(context);
  const { headers } = await signedIn(context, { companyId: company.companyId, role: 'adm' });
  const first = await createContact(context, { ...company, email, name: 'Maria Lima' });
  const second = await createContact(context, {
    ...company,
    businessUnitId: company.otherUnitId,
    email,
    name: 'Maria L.',
  });
  const other = await createContact(context, { ...company, name: 'Zoe Souza' });
  const { form_url } = (await call('GET', '/privacy-requests', headers)).json<{ form_url: string }>();
  const form = { type, nome: 'Maria Lima', email, tel, details: 'Apaguem tudo, por favor.' };
  await call('POST', `/privacy-forms/${form_url.split('/').at(-1)}/requests`, {}, form);
  const [request] = (await call('GET', '/privacy-requests', headers)).json<{ data: PrivacyRequest[] }>().data;
  return { ...company, headers, first, second, other, requestId: request!._id };
}
type Settled = Awaited<ReturnType<typeof settle>>;
type Asked = Pick<Settled, 'requestId'> & { readonly headers: Headers };

const prove = ({ requestId, headers }: Settled) =>
  call('PUT', `/privacy-requests/${requestId}`, headers, { status: 'in_progress', identity_check: 'confirmed' });
const erase = ({ requestId, headers }: Asked, contactId: string, as = 'anonymized') =>
  call('POST', `/privacy-requests/${requestId}/erasures`, headers, { contactId, as, comments: 'remove' });
const rehearse = ({ requestId, headers }: Asked, contactId: string, as = 'anonymized') =>
  call(
    'GET',
    `/privacy-requests/${requestId}/erasures/rehearsal?contactId=${contactId}&as=${as}&comments=remove`,
    headers,
  );
const read = async ({ requestId, headers }: Settled) =>
  (await call('GET', `/privacy-requests/${requestId}`, headers)).json<PrivacyRequestDetails>();

/** The contacts as they are, and how often something was told of them. */
function contactsOf({ companyId }: Settled) {
  return context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('contacts')
      .select(['id', 'name', 'email', 'anonymized_at'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute(),
  );
}

function actionsOf({ companyId }: Settled) {
  return context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('audit_events')
      .select(['action', 'business_unit_id', 'target_id', 'before', 'after'])
      .where('company_id', '=', companyId)
      .where('action', 'in', ['contact.anonymized', 'contact.deleted', 'privacy_request.changed'])
      .orderBy('id')
      .execute(),
  );
}

describe('an erasure that was asked for', () => {
  test('[PRIVACY-07, PRIVACY-11] is of who was merged into another one, too, by the address that the merge dropped', async () => {
    const there = await settle();
    const { headers, first, other } = there;
    const unit = { ...headers, 'x-business-id': there.businessUnitId };
    const compared = (await call('GET', `/contacts/${other.id}/comparison?with=${first.id}`, unit)).json();
    const versions = { kept: compared.kept.version, other: compared.other.version };
    const merged = await call('POST', `/contacts/${other.id}/merges`, unit, { other: first.id, versions, choices: {} });
    expect(merged.statusCode).toBe(201);
    await prove(there);
    const { contacts } = await read(there);
    expect(Object.fromEntries(contacts.map(({ _id, has }) => [_id, has]))).toEqual({
      [other.id]: ['email'],
      [there.second.id]: ['email'],
    });
    expect((await erase(there, other.id)).statusCode).toBe(200);
    expect((await read(there)).contacts.map(({ _id }) => _id)).toEqual([there.second.id]);
  });

  test('[PRIVACY-13] is shown before it is done, changes nothing then, and counts the same when it is', async () => {
    const there = await settle();
    await prove(there);
    const [before, told] = [await contactsOf(there), await actionsOf(there)];
    const shown = await rehearse(there, there.first.id);
    expect(shown.statusCode).toBe(200);
    const { tables } = shown.json<ErasureReport>();
    expect(tables).toContainEqual({ table: 'contacts', rows: 1 });
    expect(tables).toContainEqual({ table: 'suppressions', rows: 1 });
    expect(await contactsOf(there)).toEqual(before);
    expect(await actionsOf(there)).toEqual(told);
    const done = (await erase(there, there.first.id)).json<PrivacyRequestDetails>();
    expect(done.evidence.at(-1)).toMatchObject({ kind: 'anonymized', by: 'Test User', report: { tables } });
  });

  test('closes the request with the last contact of the company, with a report of each, and leaves who asked as proof', async () => {
    const there = await settle();
    await prove(there);
    const half = (await erase(there, there.first.id)).json<PrivacyRequestDetails>();
    expect(half).toMatchObject({ status: 'in_progress', closed_at: null, contacts: [{ _id: there.second.id }] });
    context.clock.advance(60_000);
    const answer = await erase(there, there.second.id, 'deleted');
    expect(answer.json()).toMatchObject({
      status: 'done',
      closed_at: context.clock.now().toISOString(),
      handled_by: { nome: 'Test User' },
      requester: { nome: 'Maria Lima', email },
      details: 'Apaguem tudo, por favor.',
      contacts: [],
    });
    const { evidence } = await read(there);
    expect(evidence.slice(-2)).toMatchObject([
      { kind: 'anonymized', status: 'in_progress' },
      { kind: 'deleted', status: 'done', report: { tables: expect.arrayContaining([{ table: 'contacts', rows: 1 }]) } },
    ]);
    const left = await contactsOf(there);
    expect(left).toHaveLength(2);
    expect(left.find(({ id }) => id === there.first.id)).toMatchObject({ name: '', email: null });
    expect(left.find(({ id }) => id === there.other.id)).toMatchObject({ name: 'Zoe Souza', anonymized_at: null });
    expect((await actionsOf(there)).slice(1)).toMatchObject([
      { action: 'contact.anonymized', business_unit_id: there.businessUnitId, target_id: there.first.id },
      { action: 'privacy_request.changed', after: { status: 'in_progress' } },
      { action: 'contact.deleted', business_unit_id: there.otherUnitId, target_id: there.second.id },
      { action: 'privacy_request.changed', before: { status: 'in_progress' }, after: { status: 'done' } },
    ]);
  });

  test('stays open while a unit that the caller does not see still has the address', async () => {
    const there = await settle();
    await prove(there);
    const { companyId, businessUnitId } = there;
    const { headers } = await signedIn(context, { companyId, role: 'adm', units: [businessUnitId] });
    const half = (await erase({ ...there, headers }, there.first.id)).json();
    expect(half).toMatchObject({ status: 'in_progress', contacts: [] });
    expect((await erase({ ...there, headers }, there.second.id)).statusCode).toBe(404);
  });

  test('reaches who is known by a phone alone, and is done when nobody has either address', async () => {
    const tel = '+5511987654321';
    const there = await settle('eliminação', '(11) 98765-4321');
    const { companyId, businessUnitId, otherUnitId } = there;
    const byPhone = await createContact(context, { companyId, businessUnitId, email: null, tel });
    await createContact(context, { companyId, businessUnitId: otherUnitId, email: null, tel: '+5511987654322' });
    await prove(there);
    for (const id of [there.first.id, there.second.id])
      expect((await erase(there, id)).json()).toMatchObject({ status: 'in_progress' });
    expect((await read(there)).contacts).toMatchObject([{ _id: byPhone.id, has: ['tel'] }]);
    expect((await erase(there, byPhone.id, 'deleted')).json()).toMatchObject({ status: 'done', contacts: [] });
  });

  test.each(['anonymized', 'deleted'])(
    '[PRIVACY-11] whoever is %s is not imported again, and others are',
    async (as) => {
      const there = await settle();
      await prove(there);
      expect((await erase(there, there.second.id, as)).statusCode).toBe(200);
      const headers = { ...there.headers, 'x-business-id': there.otherUnitId };
      const contacts = [
        { name: 'Maria Lima', email: email.toUpperCase() },
        { name: 'Rui Melo', email: 'rui.melo@exemplo.example' },
      ];
      const { results } = (await call('POST', '/contacts/upserts', headers, { contacts })).json();
      expect(results).toMatchObject([
        { outcome: 'rejected', problems: [{ reason: 'person_erased' }] },
        { outcome: 'created', problems: [] },
      ]);
    },
  );

  test('tells the requester once the last contact is erased, which closes the request', async () => {
    const there = await settle();
    await prove(there);
    const closings = async () =>
      (await readOutbox(context.database, Number.MAX_SAFE_INTEGER)).filter(
        ({ companyId, name }) => companyId === there.companyId && name === 'privacy-request.closed',
      );
    expect((await erase(there, there.first.id)).statusCode).toBe(200);
    expect(await closings()).toEqual([]);
    expect((await erase(there, there.second.id)).statusCode).toBe(200);
    const { evidence } = await read(there);
    expect((await closings()).map(({ payload }) => payload)).toEqual([
      { requestId: there.requestId, stepId: evidence.at(-1)?._id },
    ]);
  });

  test('waits for the identity, is of requests for one, of their requester, and of open ones', async () => {
    const [there, abroad, asked] = [await settle('anonimização'), await settle(), await settle('acesso')];
    const code = async (answer: ReturnType<typeof erase>) => (await answer).json<{ code: string }>().code;
    for (const act of [erase, rehearse]) {
      expect(await code(act(there, there.first.id))).toBe('IDENTITY_NOT_CHECKED');
      expect(await code(act(asked, asked.first.id))).toBe('NO_ERASURE_REQUESTED');
      expect((await act(there, there.other.id)).statusCode).toBe(404);
      expect((await act({ ...there, headers: abroad.headers }, there.first.id)).statusCode).toBe(404);
      expect((await act({ ...there, requestId: abroad.requestId }, there.first.id)).statusCode).toBe(404);
    }
    await prove(there);
    const refusal = { status: 'refused', identity_check: 'failed', note: 'Não é a titular.' };
    await call('PUT', `/privacy-requests/${there.requestId}`, there.headers, refusal);
    for (const act of [erase, rehearse]) expect(await code(act(there, there.first.id))).toBe('REQUEST_CLOSED');
    expect((await contactsOf(there)).filter(({ anonymized_at: at }) => at !== null)).toEqual([]);
  });

  test('is never called refused afterwards, and nobody is told so', async () => {
    const there = await settle('anonimização');
    await prove(there);
    expect((await erase(there, there.first.id)).statusCode).toBe(200);
    const refusal = { status: 'refused', identity_check: 'confirmed', note: 'Engano' };
    const refused = await call('PUT', `/privacy-requests/${there.requestId}`, there.headers, refusal);
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'ALREADY_ERASED' }]);
    const reopened = { ...refusal, status: 'in_progress' };
    expect((await call('PUT', `/privacy-requests/${there.requestId}`, there.headers, reopened)).statusCode).toBe(200);
    expect((await call('PUT', `/privacy-requests/${there.requestId}`, there.headers, refusal)).statusCode).toBe(409);
  });

  test('is of those who may erase people, and of nobody else', async () => {
    const there = await settle();
    for (const role of roles) {
      const { headers } = await signedIn(context, { companyId: there.companyId, role });
      const isIn = ['own', 'adm', 'acmng'].includes(role);
      for (const act of [erase, rehearse])
        expect([role, (await act({ ...there, headers }, there.first.id)).statusCode]).toEqual([role, isIn ? 409 : 403]);
    }
    expect((await erase({ ...there, headers: {} }, there.first.id)).statusCode).toBe(401);
  });
});
