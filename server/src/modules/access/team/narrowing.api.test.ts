import type { CompanyId, CustomFieldId } from '@escuta/contract/ids';
import type { Member } from '@escuta/contract/team';
import { expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import {
  createCompany,
  createContact,
  createUser,
  signedIn,
  testPassword,
  unitOf,
} from '../../../testing/factories.ts';
import { invitationToken } from '../../../testing/invitations.ts';
import { createShopField, putInShop } from '../../../testing/narrowed-people.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
type Headers = Record<string, string>;

async function call(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

const standing = (narrowing: object | null, role = 'pdv') => ({
  role,
  ticketing_role: null,
  _businesses: [],
  exports_personal_data: false,
  narrowing,
});

/** A company whose contacts are in two shops, its owner, and somebody of role pdv. */
async function twoShops() {
  const { companyId, businessUnitId } = await createCompany(context);
  const field = await createShopField(context, companyId);
  for (const shop of ['Centro', 'Praia']) {
    const { id } = await createContact(context, { companyId, businessUnitId, name: `De ${shop}` });
    await putInShop(context, { companyId, contactId: id, shop });
  }
  const owner = await signedIn(context, { companyId });
  const pdv = await signedIn(context, { companyId, role: 'pdv' });
  const change = (narrowing: object | null, role?: string) =>
    call(owner.headers, 'PUT', `/team/users/${pdv.userId}`, standing(narrowing, role));
  return { companyId, field, owner, pdv, change };
}

const seen = async (headers: Headers) =>
  (await call(headers, 'GET', '/contacts')).body.data.map(({ name }: { name: string }) => name).toSorted();

async function listed(headers: Headers, id: string): Promise<Member['narrowing'] | undefined> {
  const { data } = (await call(headers, 'GET', '/team?limit=100')).body as { data: Member[] };
  return data.find(({ _id, email }) => _id === id || email === id)?.narrowing;
}

async function audited(companyId: CompanyId, action: string) {
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx
      .selectFrom('audit_events')
      .select(['before', 'after'])
      .where('company_id', '=', companyId)
      .where('action', '=', action)
      .orderBy('at')
      .execute(),
  );
  return rows.map(({ before, after }) => [before, after].map((facts) => (facts as { narrowed?: string })?.narrowed));
}

test('[PERMS-14] who manages people narrows somebody of role pdv to one value, from their next call, and widens again', async () => {
  const { companyId, field, owner, pdv, change } = await twoShops();
  expect(await seen(pdv.headers)).toEqual(['De Centro', 'De Praia']);

  expect((await change({ field, value: 'Praia' })).status).toBe(200);
  expect(await seen(pdv.headers)).toEqual(['De Praia']);
  expect(await listed(owner.headers, pdv.userId)).toEqual({ field, value: 'Praia' });
  expect(await listed(owner.headers, owner.userId)).toBeNull();
  const told = { internal_name: 'loja', label: 'Loja', value: 'Praia' };
  expect((await call(pdv.headers, 'GET', '/me')).body.narrowed_to).toEqual(told);
  const again = await call({}, 'POST', '/login', { email: pdv.email, senha: testPassword });
  expect(again.body.user.narrowed_to).toEqual(told);

  await change({ field, value: 'Centro' });
  expect(await seen(pdv.headers)).toEqual(['De Centro']);
  await change(null);
  expect(await seen(pdv.headers)).toEqual(['De Centro', 'De Praia']);
  expect((await call(pdv.headers, 'GET', '/me')).body.narrowed_to).toBeNull();
  expect(await audited(companyId, 'user.changed')).toEqual([
    [undefined, 'Loja: Praia'],
    ['Loja: Praia', 'Loja: Centro'],
    ['Loja: Centro', undefined],
  ]);
});

test('[PERMS-14] with another role goes the narrowing, and it does not come back with the role', async () => {
  const { field, pdv, change } = await twoShops();
  await change({ field, value: 'Praia' });
  expect((await change({ field, value: 'Praia' }, 'ana')).body).toMatchObject({
    code: 'NARROWING_NOT_VALID',
    params: { reason: 'role' },
  });
  expect((await change(null, 'readonly')).status).toBe(200);
  expect(await seen(pdv.headers)).toHaveLength(2);
  await change(null);
  expect(await seen(pdv.headers)).toHaveLength(2);
});

test('[PERMS-14] the field is one of the company with texts or options, and the value one that it could have', async () => {
  const { companyId, field, pdv, change } = await twoShops();
  const other = await createCompany(context);
  const theirs = await createShopField(context, other.companyId);
  const since = { type: 'date' as const, options: [], label: 'Desde', internal_name: 'desde' };
  const date = await createShopField(context, companyId, since);
  for (const id of [theirs, date, newId<CustomFieldId>()])
    expect((await change({ field: id, value: 'Centro' })).body.params).toEqual({ reason: 'field' });
  expect((await change({ field, value: 'Serra' })).body).toMatchObject({
    code: 'NARROWING_NOT_VALID',
    params: { reason: 'value' },
  });
  expect((await change({ field, value: '   ' })).status).toBe(400);
  expect(await seen(pdv.headers)).toHaveLength(2);

  // Written in any capitals it is the option.
  await change({ field, value: 'centro' });
  expect(await seen(pdv.headers)).toEqual(['De Centro']);

  // An option that was taken away keeps nobody from changing something else of whoever has it.
  await change({ field, value: 'Praia' });
  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('custom_fields')
      .set({ options: ['Centro'] })
      .where('company_id', '=', companyId)
      .where('id', '=', field)
      .execute(),
  );
  expect((await change({ field, value: 'Praia' })).status).toBe(200);
  expect(await seen(pdv.headers)).toEqual(['De Praia']);
});

test('[PERMS-14] nobody but who manages people narrows or widens, least of all the narrowed', async () => {
  const { companyId, field, pdv, change } = await twoShops();
  await change({ field, value: 'Praia' });
  const analyst = await signedIn(context, { companyId, role: 'ana' });
  for (const { headers } of [pdv, analyst])
    expect((await call(headers, 'PUT', `/team/users/${pdv.userId}`, standing(null))).status).toBe(403);
  const stranger = await signedIn(context);
  expect((await call(stranger.headers, 'PUT', `/team/users/${pdv.userId}`, standing(null))).status).toBe(404);
  expect(await seen(pdv.headers)).toEqual(['De Praia']);
});

test('[PERMS-14] whoever accepts an invitation that narrows is narrowed from the first call', async () => {
  const { companyId, field, owner } = await twoShops();
  const email = `shop-${newId()}@new.example`;
  const invited = { ...standing({ field, value: 'Centro' }), emails: [email] };
  expect((await call(owner.headers, 'POST', '/team/invitations', invited)).body.invited).toEqual([email]);
  expect(await listed(owner.headers, email)).toEqual({ field, value: 'Centro' });
  expect(await audited(companyId, 'invitation.created')).toEqual([[undefined, 'Loja: Centro']]);
  const none = { ...standing({ field, value: 'Serra' }), emails: [`other-${newId()}@new.example`] };
  expect((await call(owner.headers, 'POST', '/team/invitations', none)).body.code).toBe('NARROWING_NOT_VALID');

  expect((await accepted(email)).status).toBe(201);
  const { token } = (await call({}, 'POST', '/login', { email, senha: testPassword })).body;
  const unit = await unitOf(context, companyId);
  expect(await seen({ authorization: token, 'x-business-id': unit })).toEqual(['De Centro']);
});

test('[PERMS-14] an invitation whose field was deleted since brings nobody in', async () => {
  const { field, owner } = await twoShops();
  const email = `late-${newId()}@new.example`;
  await call(owner.headers, 'POST', '/team/invitations', { ...standing({ field, value: 'Centro' }), emails: [email] });
  expect((await call(owner.headers, 'DELETE', `/custom-fields/${field}`)).status).toBe(200);
  expect(await accepted(email)).toMatchObject({ status: 410, body: { code: 'INVITATION_ENDED' } });
  expect((await call({}, 'POST', '/login', { email, senha: testPassword })).body.result).toBe(0);
});

test('[PERMS-14] a field that narrows somebody is not deleted, and no value of it is lost', async () => {
  const { companyId, field, owner, pdv, change } = await twoShops();
  await change({ field, value: 'Praia' });
  const another = await createUser(context, { companyId, role: 'pdv' });
  await call(owner.headers, 'PUT', `/team/users/${another.userId}`, standing({ field, value: 'Centro' }));
  expect((await call(owner.headers, 'DELETE', `/custom-fields/${field}`)).body).toMatchObject({
    code: 'CUSTOM_FIELD_NARROWS',
    params: { count: 2 },
  });
  expect(await seen(pdv.headers)).toEqual(['De Praia']);
  await change(null);
  await call(owner.headers, 'PUT', `/team/users/${another.userId}`, standing(null));
  expect((await call(owner.headers, 'DELETE', `/custom-fields/${field}`)).status).toBe(200);
});

async function accepted(email: string) {
  const token = await invitationToken(context, email);
  const payload = { nome: 'Rita Prado', phone: '(11) 98765-4321', senha: testPassword, termsofuse: true };
  return call({}, 'POST', `/invitations/${token}/user`, payload);
}
