import { describe, expect, test } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import { otherUnitOf, signedIn } from '../../../testing/factories.ts';
import { holding } from '../../../testing/holding.ts';
import { runImportNow, upload } from '../../../testing/import-steps.ts';
import { meets } from '../../../testing/meets.ts';
import { plantSuppressions } from '../../../testing/plant-suppressions.ts';
import { createInvitations } from '../../../testing/response-factories.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();

type Entry = Readonly<Record<'channel' | 'status' | 'source', string>>;

/** Somebody at work in a unit that invited a contact, who has an e-mail address and now a phone. */
async function workplace() {
  const { companyId, businessUnitId, contact, token } = await createInvitations(context);
  const user = await signedIn(context, { companyId });
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
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
  /** The channels that they are in the history as having agreed to again. */
  const granted = async () => {
    const { data } = await call('GET', `/contacts/${contact.id}/consents`);
    const agreed = data.filter(({ status, source }: Entry) => status === 'granted' && source === 'contact');
    return agreed.map(({ channel }: Entry) => channel).toSorted();
  };
  const unit = { companyId, businessUnitId };
  return { ...user, companyId, unit, contact, call, change, press, withdraw, reasons, granted };
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
  const { unit, contact, change, reasons } = await workplace();
  await plantSuppressions(context, unit, [
    { address: contact.email!, reason: 'bounced' },
    { address: '+5511987654321', channel: 'sms', reason: 'manual' },
  ]);
  expect(await reasons()).toEqual({ email: 'bounced', sms: 'manual' });
  await change({ email: 'nova@exemplo.example', tel: '+5511912345678' });
  expect(await reasons()).toEqual({ email: null, sms: null });
});

test('a complaint is carried as one, and what an erasure left behind as a stop of the company', async () => {
  const { unit, contact, change, reasons } = await workplace();
  await plantSuppressions(context, unit, [
    { address: contact.email!, reason: 'complained' },
    { address: '+5511987654321', channel: 'sms', reason: 'erased' },
  ]);
  expect(await reasons()).toEqual({ email: 'complained', sms: 'manual' });
  await change({ email: 'nova@exemplo.example', tel: '+5511912345678' });
  expect(await reasons()).toEqual({ email: 'complained', sms: 'manual' });
  await change({ email: null });
  await change({ email: 'terceira@exemplo.example' });
  expect(await reasons()).toEqual({ email: 'complained', sms: 'manual' });
});

test('[PRIVACY-11] who was erased and is typed in again is not written to at another address, until they agree', async () => {
  const { contact, change, reasons, call } = await workplace();
  await call('POST', `/contacts/${contact.id}/anonymisation`, { comments: 'remove' });
  const typed = { name: 'Maria', email: contact.email, tel: '+5511955554444', external_id: 'M-1' };
  const { _id } = await call('POST', '/contacts', typed);
  expect(await reasons(_id)).toEqual({ email: 'manual', sms: null });
  await change({ email: 'nova@exemplo.example' }, _id);
  expect(await reasons(_id)).toEqual({ email: 'manual', sms: null });
  await call('POST', '/contacts/upserts', { contacts: [{ external_id: 'M-1', email: 'terceira@exemplo.example' }] });
  expect(await reasons(_id)).toEqual({ email: 'manual', sms: null });
  const agreed = { channel: 'email', status: 'granted', basis: 'consent', text_version: null };
  await call('POST', `/contacts/${_id}/consents`, agreed);
  await change({ email: 'quarta@exemplo.example' }, _id);
  expect(await reasons(_id)).toEqual({ email: null, sms: null });
});

test('[PRIVACY-11] who was erased and agreed when they were typed in again is written to at another address, and not at the erased one', async () => {
  const { contact, change, reasons, call } = await workplace();
  await call('POST', `/contacts/${contact.id}/anonymisation`, { comments: 'remove' });
  const { _id } = await call('POST', '/contacts', { name: 'Maria', email: contact.email, tel: null });
  const agreed = { channel: 'email', status: 'granted', basis: 'consent', text_version: null };
  await call('POST', `/contacts/${_id}/consents`, agreed);
  expect(await reasons(_id)).toEqual({ email: 'manual', sms: null });
  await change({ email: 'nova@exemplo.example' }, _id);
  expect(await reasons(_id)).toEqual({ email: null, sms: null });
});

test('[CONSENT-07] who comes in again with an address that was stopped is not written to at another one, also after none', async () => {
  const { contact, press, change, reasons, call } = await workplace();
  await press();
  await call('DELETE', `/contacts/${contact.id}`, {});
  const { _id } = await call('POST', '/contacts', { name: 'Maria', email: contact.email, tel: '+5511987654321' });
  await change({ email: null }, _id);
  await change({ email: 'nova@exemplo.example' }, _id);
  await change({ tel: '+5511912345678' }, _id);
  expect(await reasons(_id)).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
});

test('[CONSENT-04] who stopped the messages without a phone is not written to at one that comes later, and is after taking it back', async () => {
  const { press, change, reasons } = await workplace();
  await change({ tel: null });
  await press();
  await change({ tel: '+5511912345678' });
  expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  await change({ tel: null });
  await press('back=1');
  await change({ tel: '+5511987654321' });
  expect(await reasons()).toEqual({ email: null, sms: null });
});

test('[CONSENT-07] who was told that they agree is written to at another address again, where nobody but the company had stopped it', async () => {
  const { press, withdraw, change, reasons } = await workplace();
  await withdraw('email');
  await withdraw('email', 'granted');
  await change({ email: 'nova@exemplo.example' });
  expect(await reasons()).toMatchObject({ email: null });
  await press();
  await withdraw('email', 'granted');
  await change({ email: 'terceira@exemplo.example' });
  expect(await reasons()).toMatchObject({ email: 'unsubscribed' });
});

test('[CONSENT-07] a withdrawal of a channel without an address is kept beside one of another channel', async () => {
  const { withdraw, change, reasons } = await workplace();
  await change({ tel: null });
  await withdraw('email');
  await withdraw('sms');
  await change({ tel: '+5511912345678' });
  expect(await reasons()).toEqual({ email: 'manual', sms: 'manual' });
});

test('a stop in another unit is none here', async () => {
  const { companyId, contact, change, reasons } = await workplace();
  const elsewhere = { companyId, businessUnitId: await otherUnitOf(context, companyId) };
  await plantSuppressions(context, elsewhere, [{ address: contact.email!, reason: 'unsubscribed' }]);
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

describe('who stops the messages, and what a colleague notes', () => {
  test('[CONSENT-07] have said so themselves, also where it had been noted of every channel', async () => {
    const { withdraw, press, reasons } = await workplace();
    await withdraw('email');
    await withdraw('sms');
    context.clock.advance(1_000);
    await press();
    expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  });

  test('[CONSENT-07] are not written to at an address that comes later, whatever was noted while they had none', async () => {
    const { withdraw, press, change, reasons } = await workplace();
    await change({ tel: null });
    await press();
    await withdraw('sms', 'granted');
    await change({ tel: '+5511912345678' });
    expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  });

  test('[CONSENT-03] have it in their history, also where their addresses alone had told of it', async () => {
    const { unit, contact, press, change, call } = await workplace();
    await plantSuppressions(context, unit, [
      { address: contact.email!, reason: 'unsubscribed' },
      { address: '+5511987654321', channel: 'sms', reason: 'unsubscribed' },
    ]);
    await change({ email: 'nova@exemplo.example', tel: '+5511912345678' });
    context.clock.advance(1_000);
    await press();
    expect((await call('GET', `/contacts/${contact.id}/consents`)).data).toHaveLength(2);
  });

  test('[CONSENT-04] a withdrawal that is noted again after an agreement holds at another address again', async () => {
    const { contact, withdraw, change, reasons, call } = await workplace();
    const { _id } = await call('POST', '/contacts', { name: 'Outra', email: 'outra@exemplo.example', tel: null });
    const withdrawn = { channel: 'email', status: 'withdrawn', basis: 'consent', text_version: null };
    await call('POST', `/contacts/${_id}/consents`, withdrawn);
    for (const status of ['withdrawn', 'granted', 'withdrawn']) {
      context.clock.advance(1_000);
      await withdraw('email', status);
    }
    await change({ email: 'nova@exemplo.example' });
    expect(await reasons()).toEqual({ email: 'manual', sms: null });
    const { data } = await call('GET', `/contacts/${contact.id}/consents`);
    expect(data.map(({ source }: Entry) => source)).toEqual(['staff', 'staff', 'staff']);
  });

  test('[CONSENT-04] an agreement is of one person and of one channel', async () => {
    const { withdraw, change, reasons, call } = await workplace();
    const { _id } = await call('POST', '/contacts', { name: 'Outra', email: 'outra@exemplo.example', tel: null });
    const withdrawn = { channel: 'email', status: 'withdrawn', basis: 'consent', text_version: null };
    await call('POST', `/contacts/${_id}/consents`, withdrawn);
    await change({ tel: null });
    await withdraw('email');
    await withdraw('sms');
    await withdraw('email', 'granted');
    await change({ tel: '+5511912345678', email: 'nova@exemplo.example' });
    expect(await reasons()).toEqual({ email: null, sms: 'manual' });
    await change({ email: 'mais-outra@exemplo.example' }, _id);
    expect(await reasons(_id)).toEqual({ email: 'manual', sms: null });
  });
});

describe('who takes it back', () => {
  test('takes back nothing that the company stopped, be it in the same moment', async () => {
    const { withdraw, press, reasons, granted } = await workplace();
    await withdraw('email');
    await press();
    await press('back=1');
    expect(await reasons()).toEqual({ email: 'manual', sms: null });
    expect(await granted()).toEqual(['email', 'sms']);
  });

  test('[CONSENT-03] says nothing of a channel without an address, on which a colleague had noted it or they took it back before', async () => {
    const { withdraw, press, change, granted } = await workplace();
    await press();
    context.clock.advance(1_000);
    await press('back=1');
    await change({ tel: null });
    context.clock.advance(1_000);
    await withdraw('sms');
    await press();
    await press('back=1');
    expect(await granted()).toEqual(['email', 'email', 'sms']);
  });

  test('[CONSENT-03] has it in the history, and from where, also of a channel whose address is away', async () => {
    const { contact, press, change, call, granted } = await workplace();
    await press();
    await change({ tel: null });
    context.clock.advance(1_000);
    await press('back=1');
    expect(await granted()).toEqual(['email', 'sms']);
    const [newest] = (await call('GET', `/contacts/${contact.id}/consents`)).data;
    expect(newest).toMatchObject({ status: 'granted', ip: '127.0.0.1' });
  });

  test('[CONSENT-03] has it in the history, but for the channel of which they complained', async () => {
    const { unit, press, change, reasons, granted } = await workplace();
    await plantSuppressions(context, unit, [{ address: '+5511987654321', channel: 'sms', reason: 'complained' }]);
    await change({ tel: '+5511912345678' });
    await press();
    expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'complained' });
    await press('back=1');
    expect([await reasons(), await granted()]).toEqual([{ email: null, sms: 'complained' }, ['email']]);
  });

  test('[CONSENT-04] takes back what was stopped by one word, of whom is not known', async () => {
    const { unit, contact, press, reasons } = await workplace();
    const unsubscribed = [
      { address: contact.email!, channel: 'email' },
      { address: '+5511987654321', channel: 'sms' },
    ] as const;
    await plantSuppressions(
      context,
      unit,
      unsubscribed.map((address) => ({ ...address, reason: 'unsubscribed' })),
    );
    await press('back=1');
    expect(await reasons()).toEqual({ email: null, sms: null });
  });
});

describe.skipIf(!meets)('who is given another address in the moment of their press', () => {
  test('[CONSENT-07] is not written to there, where the address came first', async () => {
    const { companyId, press, reasons } = await workplace();
    const [pressed] = await holding(
      context,
      (holder) => holder.query(`UPDATE contacts SET email = 'nova@exemplo.example' WHERE company_id = $1`, [companyId]),
      async (areWaiting) => {
        const pressing = press();
        await areWaiting(1);
        return [pressing];
      },
    );
    expect(pressed.statusCode).toBe(200);
    expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  });

  test('[CONSENT-07] is not written to there, where the press came first', async () => {
    const { unit, contact, press, change, reasons } = await workplace();
    // The press has written what it stops, and waits for whoever suppresses the same address.
    const suppress = `INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
      VALUES ($1, $2, 'email', address_hash($3), 'manual')`;
    const done = await holding(
      context,
      (holder) => holder.query(suppress, [unit.companyId, unit.businessUnitId, contact.email]),
      async (areWaiting) => {
        const pressed = press();
        await areWaiting(1);
        const changed = change({ email: 'nova@exemplo.example' });
        await areWaiting(2);
        return [pressed, changed];
      },
    );
    expect(done).toMatchObject([{ statusCode: 200 }, { customer: { _id: contact.id } }]);
    expect(await reasons()).toEqual({ email: 'unsubscribed', sms: 'unsubscribed' });
  });
});

test.skipIf(!meets)(
  '[CONSENT-04] an address of nobody that is added in the moment of the way back stays stopped',
  async () => {
    const { contact, press, call } = await workplace();
    await press();
    await call('DELETE', `/contacts/${contact.id}`, {});
    const address = contact.email!;
    const done = await holding(
      context,
      // Whoever adds it holds its suppression by then.
      (holder) => holder.query('LOCK TABLE stops IN SHARE MODE'),
      async (areWaiting) => {
        const added = call('POST', '/suppressions', { addresses: [address], channels: ['email'] });
        await areWaiting(1);
        const back = press('back=1');
        await areWaiting(2);
        return [added, back];
      },
    );
    expect(done).toMatchObject([{ already_there: 1 }, { statusCode: 200 }]);
    const { channels } = await call('POST', '/suppressions/checks', { address });
    expect(channels).toMatchObject([{ suppression: { reason: 'manual' } }]);
  },
);
