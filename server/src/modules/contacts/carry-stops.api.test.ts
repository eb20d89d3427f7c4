import { expect, test } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import { otherUnitOf, signedIn } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

/** Somebody at work in a unit that invited a contact, who has an e-mail address and now a phone. */
async function workplace() {
  const { companyId, contact, token } = await createInvitations(context);
  const user = await signedIn(context, { companyId });
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const answer = await context.app.inject({
      method,
      url: `/api${path}`,
      headers: user.headers,
      ...(payload && { payload }),
    });
    expect([path, answer.statusCode < 300]).toEqual([path, true]);
    return answer.json();
  };
  const change = (form: object, id: ContactId = contact.id) => call('PUT', `/contacts/${id}`, form);
  await change({ tel: '+5511987654321' });
  const press = (payload = '') =>
    context.app.inject({
      method: 'POST',
      url: `/u/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const withdraw = (channel: string, status = 'withdrawn') =>
    call('POST', `/contacts/${contact.id}/consents`, { channel, status, basis: 'consent', text_version: null });
  const reasons = async (id: ContactId = contact.id) => {
    const { stopped } = await call('GET', `/contacts/${id}/consents`);
    return { email: stopped.email?.reason ?? null, sms: stopped.sms?.reason ?? null };
  };
  return { ...user, companyId, contact, call, change, press, withdraw, reasons };
}

test('[CONSENT-04] who stopped the messages is not written to at another address, on any channel', async () => {
  const { press, change, reasons } = await workplace();
  await press();
  await change({ email: 'nova@exemplo.example', tel: '+5511912345678' });
  expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  // Nor at the one after that, or at one that comes after a while without any.
  await change({ email: null });
  await change({ email: 'terceira@exemplo.example' });
  expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
});

test('[CONSENT-04] a withdrawal that was told holds at another address of its channel alone', async () => {
  const { withdraw, change, reasons } = await workplace();
  await withdraw('sms');
  await change({ email: 'nova@exemplo.example', tel: '+5511912345678' });
  expect(await reasons()).toEqual({ email: null, sms: 'manual' });
});

test('who took it back is written to at another address, and so is everybody else', async () => {
  const { press, change, reasons, call } = await workplace();
  await press();
  await press('back=1');
  await change({ email: 'nova@exemplo.example' });
  expect(await reasons()).toEqual({ email: null, sms: null });
  const { _id } = await call('POST', '/contacts', { name: 'Outra', email: 'outra@exemplo.example', tel: null });
  await change({ email: 'mais-outra@exemplo.example' }, _id);
  expect(await reasons(_id)).toEqual({ email: null, sms: null });
});

test('what the company stopped by itself, and what bounced, stays with its address', async () => {
  const { companyId, change, reasons } = await workplace();
  await context.database.pool.query(
    `INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
     SELECT company_id, business_unit_id, channel, address_hash(address), reason
     FROM contacts, LATERAL (VALUES ('email', email, 'bounced'), ('sms', tel, 'manual')) AS stop (channel, address, reason)
     WHERE company_id = $1`,
    [companyId],
  );
  expect(await reasons()).toEqual({ email: 'bounced', sms: 'manual' });
  await change({ email: 'nova@exemplo.example', tel: '+5511912345678' });
  expect(await reasons()).toEqual({ email: null, sms: null });
});

test('a complaint is carried as one, and what an erasure left behind is of nobody', async () => {
  const { companyId, change, reasons } = await workplace();
  await context.database.pool.query(
    `INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason, opted_out_at, erased_at)
     SELECT company_id, business_unit_id, channel, address_hash(address), reason, opted_out_at, erased_at
     FROM contacts, LATERAL (VALUES
       ('email', email, 'complained', NULL::timestamptz, NULL::timestamptz), ('sms', tel, 'manual', now(), now())
     ) AS stop (channel, address, reason, opted_out_at, erased_at)
     WHERE company_id = $1`,
    [companyId],
  );
  expect(await reasons()).toEqual({ email: 'complained', sms: 'manual' });
  await change({ email: 'nova@exemplo.example', tel: '+5511912345678' });
  expect(await reasons()).toEqual({ email: 'complained', sms: null });
});

test('a stop in another unit is none here', async () => {
  const { companyId, contact, change, reasons } = await workplace();
  await context.database.pool.query(
    `INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
     SELECT company_id, $2, 'email', address_hash(email), 'unsubscribed' FROM contacts WHERE company_id = $1 AND id = $3`,
    [companyId, await otherUnitOf(context, companyId), contact.id],
  );
  await change({ email: 'nova@exemplo.example' });
  expect(await reasons()).toEqual({ email: null, sms: null });
});

test('[CONSENT-05] who stopped the messages is not written to at the address that a file brings', async () => {
  const { headers, companyId, press, reasons, call } = await workplace();
  await press();
  const file = 'Nome;E-mail;Telefone\nMaria;nova@exemplo.example;(11) 98765-4321\n';
  const { uploadId, hasHeader, mapping } = (await upload(context, { headers }, file)).json();
  const { _id } = await call('POST', '/imports', { uploadId, hasHeader, mapping });
  await runImportNow(context, companyId, _id);
  expect((await call('GET', `/imports/${_id}`)).counts).toMatchObject({ updated: 1 });
  expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
});
