import { expect, test } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import type { Suppression } from '@escuta/contract/suppressions';
import { holding } from '../../../testing/holding.ts';
import { meets } from '../../../testing/meets.ts';
import { mergeWorkplace } from '../../../testing/merge-steps.ts';
import { plantSuppressions } from '../../../testing/plant-suppressions.ts';
import { testContext } from '../../../testing/test-context.ts';

const context = testContext();
const agreed = { basis: 'consent', text_version: 'Ligou em 26/11' };
const tel = '+5511987654321';

/** A unit with somebody who has an e-mail address and a phone; what is done there is done each at a moment of its own. */
async function workplace() {
  const here = await mergeWorkplace(context);
  const { call, create } = here;
  const ana = { id: await create({ name: 'Ana', email: 'ana@casa.example', tel }), email: 'ana@casa.example' };
  const later = (path: string, payload: object) => {
    context.clock.advance(1_000);
    return call('POST', path, payload);
  };
  const note = (id: ContactId, channel: SendChannel, status = 'withdrawn') =>
    later(`/contacts/${id}/consents`, { basis: 'consent', text_version: null, channel, status });
  const add = (address: string) => later('/suppressions', { addresses: [address], channels: ['email'] });
  const entries = async (): Promise<Suppression[]> => (await call('GET', '/suppressions?limit=50')).body.data;
  const entryOf = async (id: ContactId) => (await entries()).find(({ contact }) => contact?._id === id)!;
  const lift = async (id: ContactId, consent: object | null = null) =>
    (await later(`/suppressions/${(await entryOf(id))._id}/lift`, { consent })).status;
  const change = (id: ContactId, form: object) => call('PUT', `/contacts/${id}`, form);
  const consents = async (id: ContactId) => (await call('GET', `/contacts/${id}/consents`)).body;
  const reasons = async (id: ContactId) => {
    const { stopped } = await consents(id);
    return { email: stopped.email?.reason ?? null, sms: stopped.sms?.reason ?? null };
  };
  return { ...here, ana, note, add, entries, entryOf, lift, change, consents, reasons };
}

test('[CONSENT-04] who was added with their address is not written to at another one, until they agree', async () => {
  const { ana, add, lift, change, reasons } = await workplace();
  await add(ana.email);
  await change(ana.id, { email: 'nova@casa.example' });
  expect(await reasons(ana.id)).toEqual({ email: 'manual', sms: null });
  expect(await lift(ana.id, agreed)).toBe(200);
  await change(ana.id, { email: 'terceira@casa.example' });
  expect(await reasons(ana.id)).toEqual({ email: null, sms: null });
});

test('an address that bounced is in the history once it is added, and lifted with both', async () => {
  const { unit, ana, add, lift, consents, reasons } = await workplace();
  await plantSuppressions(context, unit, [{ address: ana.email, reason: 'bounced' }]);
  await add(ana.email);
  await add(ana.email);
  expect((await consents(ana.id)).data).toMatchObject([{ status: 'withdrawn', source: 'staff' }]);
  expect(await lift(ana.id, agreed)).toBe(200);
  expect(await reasons(ana.id)).toEqual({ email: null, sms: null });
});

test('an address of who was erased is there already, and nothing is written beside it', async () => {
  const { unit, ana, add, entryOf, consents } = await workplace();
  await plantSuppressions(context, unit, [{ address: ana.email, reason: 'erased' }]);
  expect((await add(ana.email)).body).toMatchObject({ added: 0, already_there: 1 });
  expect([(await entryOf(ana.id)).erased, (await consents(ana.id)).data]).toEqual([true, []]);
});

test('what is added while a merge stops it as well stays once that is reversed', async () => {
  const { ana, create, note, add, merged, undo, reasons } = await workplace();
  const bia = await create({ name: 'Bia', email: 'bia@casa.example', tel: null });
  await note(bia, 'email');
  const id = await merged(ana.id, bia);
  await add(ana.email);
  await undo(id);
  expect(await reasons(ana.id)).toEqual({ email: 'manual', sms: null });
});

test('lifting one opens no other address, and none of another unit', async () => {
  const { companyId, otherUnitId, unit, ana, create, lift, reasons } = await workplace();
  const bia = await create({ name: 'Bia', email: 'bia@casa.example', tel: null });
  const bounced = [ana.email, 'bia@casa.example'].map((address) => ({ address, reason: 'bounced' }) as const);
  await plantSuppressions(context, unit, bounced);
  await plantSuppressions(context, { companyId, businessUnitId: otherUnitId }, bounced);
  expect(await lift(ana.id)).toBe(200);
  expect([await reasons(ana.id), await reasons(bia)]).toMatchObject([{ email: null }, { email: 'bounced' }]);
  const { length } = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('suppressions').select('id').where('business_unit_id', '=', otherUnitId).execute(),
  );
  expect(length).toBe(2);
});

test('an address that bounced needs no agreement for what was noted of another channel, person or address', async () => {
  const { unit, ana, create, note, entryOf, lift, change } = await workplace();
  const bia = await create({ name: 'Bia', email: 'bia@casa.example', tel: null });
  await note(bia, 'email');
  await note(ana.id, 'sms');
  await note(ana.id, 'email');
  await note(ana.id, 'email', 'granted');
  await change(ana.id, { email: 'nova@casa.example', tel: null });
  await plantSuppressions(context, unit, [{ address: 'nova@casa.example', reason: 'bounced' }]);
  expect([await entryOf(ana.id), await entryOf(bia)]).toMatchObject([
    { reason: 'bounced', needs_consent: false },
    { reason: 'manual', needs_consent: true },
  ]);
  expect(await lift(ana.id)).toBe(200);
});

test('[CONSENT-07] a complaint stays one beside what the person, the company and an erasure say after it', async () => {
  const { unit, ana, call, note, entries } = await workplace();
  await plantSuppressions(context, unit, [{ address: ana.email, reason: 'complained' }]);
  await note(ana.id, 'email');
  expect(await entries()).toMatchObject([{ reason: 'complained', stays: 'person', erased: false }]);
  await call('POST', `/contacts/${ana.id}/anonymisation`, { comments: 'remove' });
  const erased = { reason: 'manual', stays: 'erased', erased: true };
  expect(await entries()).toMatchObject([erased, erased]);
});

test.skipIf(!meets)('an address that somebody else adds in the same moment is there already', async () => {
  const { unit, add } = await workplace();
  const statement = `
    WITH held AS (
      INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
      VALUES ($1, $2, 'email', address_hash('bia@casa.example'), 'manual') RETURNING *
    )
    INSERT INTO stops (company_id, business_unit_id, channel, address_hash, reason, at)
    SELECT company_id, business_unit_id, channel, address_hash, reason, created_at FROM held`;
  const [added] = await holding(
    context,
    (holder) => holder.query(statement, [unit.companyId, unit.businessUnitId]),
    async (areWaiting) => {
      const adding = add('bia@casa.example');
      await areWaiting(1);
      return [adding];
    },
  );
  expect(added.body).toMatchObject({ added: 0, already_there: 1 });
});
