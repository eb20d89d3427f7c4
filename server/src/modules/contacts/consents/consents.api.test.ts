import { sql } from 'kysely';
import type { Role } from '@escuta/contract/access-policy';
import { describe, expect, test } from 'vitest';
import { createContact, otherUnitOf, signedIn } from '../../../testing/factories.ts';
import { createInvitations } from '../../../testing/response-factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
const tel = '+5511987654321';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Somebody at work in the unit of an invited contact who has an e-mail address and a phone. */
async function workplace(role: Role = 'own') {
  const invited = await createInvitations(context);
  const { companyId, contact } = invited;
  await context.database.withCompany(companyId, (tx) =>
    tx.updateTable('contacts').set({ tel }).where('company_id', '=', companyId).where('id', '=', contact.id).execute(),
  );
  const user = await signedIn(context, { companyId, role });
  const path = `/api/contacts/${contact.id}/consents`;
  const record = async (payload: object, headers: Record<string, string> = user.headers) => {
    const answer = await context.app.inject({ method: 'POST', url: path, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const list = async (headers: Record<string, string> = user.headers) => {
    const answer = await context.app.inject({ url: path, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const press = (payload: string) =>
    context.app.inject({
      method: 'POST',
      url: `/u/${invited.token}`,
      headers: form,
      payload,
      remoteAddress: '203.0.113.7',
    });
  return { ...invited, ...user, record, list, press };
}

const told = { channel: 'email', status: 'granted', basis: 'contract', text_version: 'Ficha de entrada, versão 2' };

describe('the history of consent', () => {
  test('[CONSENT-01] holds channel, purpose, status, basis, source, text version and time, and who wrote it down', async () => {
    const { record, list, headers } = await workplace();
    const { status, body } = await record(told);
    expect(status).toBe(201);
    const me = (await context.app.inject({ url: '/api/me', headers })).json();
    const entry = { ...told, purpose: 'surveys', source: 'staff', ip: null, by: me.nome };
    expect(body).toEqual({ ...entry, _id: expect.any(String), at: context.clock.now().toISOString() });
    expect((await list()).body).toEqual({ data: [body], stopped: { email: null, sms: null } });
  });

  test('[CONSENT-03] says when and how somebody took it back by the link of a message, and gave it again', async () => {
    const { list, press } = await workplace();
    await press('');
    await press('');
    const stopped = (await list()).body;
    expect(stopped.data.map(({ channel }: { channel: string }) => channel).toSorted()).toEqual(['email', 'sms']);
    for (const entry of stopped.data)
      expect(entry).toMatchObject({
        status: 'withdrawn',
        basis: 'consent',
        source: 'contact',
        ip: '203.0.113.7',
        by: null,
      });
    const since = { reason: 'unsubscribed', at: expect.any(String) };
    expect(stopped.stopped).toEqual({ email: since, sms: since });

    await press('back=1');
    await press('back=1');
    const back = (await list()).body;
    expect(back.data.map(({ status }: { status: string }) => status)).toEqual([
      'granted',
      'granted',
      'withdrawn',
      'withdrawn',
    ]);
    expect(back.stopped).toEqual({ email: null, sms: null });
  });

  test('[CONSENT-02] is added to and never changed or removed', async () => {
    const { companyId, record, list } = await workplace();
    await record(told);
    const change = (statement: ReturnType<typeof sql>) =>
      context.database.withCompany(companyId, (tx) => statement.execute(tx));
    await expect(
      change(sql`UPDATE contact_consents SET status = 'withdrawn' WHERE company_id = ${companyId}`),
    ).rejects.toThrow(/permission denied/);
    // A copy that came by a merge goes with its reversal; no other entry is seen by whoever deletes.
    await change(sql`DELETE FROM contact_consents WHERE company_id = ${companyId}`);
    await expect(
      change(sql`UPDATE contact_consents SET text_version = 'another' WHERE company_id = ${companyId}`),
    ).rejects.toThrow(/row-level security/);
    expect((await list()).body.data).toMatchObject([told]);
  });

  test('[CONSENT-04] a withdrawal that was told stops its channel alone, and an agreement starts nothing', async () => {
    const { companyId, businessUnitId, record, list } = await workplace();
    await record({ ...told, channel: 'sms', status: 'withdrawn', text_version: null });
    const [suppressed, ...others] = await context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('suppressions')
        .selectAll()
        .select(sql<boolean>`address_hash = address_hash(${tel})`.as('isOfPhone'))
        .where('company_id', '=', companyId)
        .execute(),
    );
    expect(others).toEqual([]);
    expect(suppressed).toMatchObject({ business_unit_id: businessUnitId, channel: 'sms', reason: 'manual' });
    expect(suppressed!.isOfPhone).toBe(true);
    expect(JSON.stringify(suppressed)).not.toContain(tel.slice(1));
    expect(suppressed!.created_at).toEqual(context.clock.now());
    await record({ ...told, channel: 'sms' });
    expect((await list()).body.stopped).toEqual({ email: null, sms: { reason: 'manual', at: expect.any(String) } });
  });

  test('is written by who may edit contacts, and read without what identifies by who may not', async () => {
    const { companyId, record, list, press } = await workplace('ana');
    await record(told);
    await press('');
    const reader = await signedIn(context, { companyId, role: 'readonly' });
    expect((await record(told, reader.headers)).status).toBe(403);
    const { data } = (await list(reader.headers)).body;
    expect(data).toHaveLength(3);
    for (const entry of data) expect(entry).toMatchObject({ ip: null, text_version: null });
  });

  test('is not there for another unit, another company and nobody; refuses what it does not know', async () => {
    const { companyId, headers, record, list } = await workplace();
    const other = { ...headers, 'x-business-id': await otherUnitOf(context, companyId) };
    const stranger = await signedIn(context, {});
    for (const where of [other, stranger.headers]) {
      expect((await list(where)).status).toBe(404);
      expect((await record(told, where)).status).toBe(404);
    }
    expect((await list({})).status).toBe(401);
    for (const wrong of [{ channel: 'fax' }, { status: 'perhaps' }, { basis: 'none' }, { text_version: ' ' }])
      expect((await record({ ...told, ...wrong })).status).toBe(400);
    expect((await list()).body.data).toEqual([]);
  });

  test('[CONSENT-07] who took it back gets no message, whoever sends and whatever they choose', async () => {
    const { companyId, businessUnitId, surveyId, contact, headers, record } = await workplace();
    await createContact(context, { companyId, businessUnitId });
    const audience = async (body: object) =>
      (
        await context.app.inject({
          method: 'POST',
          url: '/api/sends/audience',
          headers,
          payload: { surveyId, channel: 'email', ignoreQuarantine: true, ...body },
        })
      ).json();
    const before = await audience({ audience: { kind: 'contacts', contactIds: [contact.id] } });
    expect(before).toMatchObject({ contacts: 1, eligible: 1 });
    await record({ ...told, status: 'withdrawn' });
    expect(await audience({ audience: { kind: 'contacts', contactIds: [contact.id] } })).toMatchObject({
      contacts: 1,
      eligible: 0,
    });
    expect(await audience({ audience: { kind: 'all' } })).toMatchObject({ contacts: 2, eligible: 1 });
    expect(await audience({ audience: { kind: 'search', search: 'maria' } })).toMatchObject({
      contacts: 2,
      eligible: 1,
    });
  });
});
