import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ContactId } from '@escuta/contract/ids';
import type { Contact } from '@escuta/contract/contacts';
import { createContact, otherUnitOf, signedIn, unitOf } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(context.clock.now().getTime() - days * dayMs);

async function workplace() {
  const { companyId, headers } = await signedIn(context);
  const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
  const list = async () => {
    const { data } = (await context.app.inject({ url: '/api/contacts', headers })).json<{ data: Contact[] }>();
    return new Map(data.map(({ _id, quarantine_until: until, stopped }) => [_id, { until, stopped }]));
  };
  const page = async (id: string) => {
    const { customer } = (await context.app.inject({ url: `/api/contacts/${id}`, headers })).json<{
      customer: Contact;
    }>();
    return { until: customer.quarantine_until, stopped: customer.stopped };
  };
  return { companyId, unit, list, page };
}

test('[PEOPLE-01] list and page tell until when sends leave a contact in peace, by the days of the unit', async () => {
  const { companyId, unit, list, page } = await workplace();
  const change = (of: object, id: ContactId) =>
    context.database.withCompany(companyId, (tx) =>
      tx.updateTable('contacts').set(of).where('company_id', '=', companyId).where('id', '=', id).execute(),
    );
  const [lately, before, never] = [
    await createContact(context, unit),
    await createContact(context, unit),
    await createContact(context, unit),
  ];
  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('business_units')
      .set({ quarantine_days: 10 })
      .where('company_id', '=', companyId)
      .where('id', '=', unit.businessUnitId)
      .execute(),
  );
  await change({ last_sent_at: daysAgo(9) }, lately.id);
  await change({ last_sent_at: daysAgo(10) }, before.id);
  const told = await list();
  const people = [lately, before, never];
  expect(people.map(({ id }) => told.get(id)?.until)).toEqual([daysAgo(-1).toISOString(), null, null]);
  for (const { id } of people) expect(await page(id)).toEqual(told.get(id));
});

test('sends have nobody to leave in peace where a contact was anonymized', async () => {
  const { companyId, unit, list, page } = await workplace();
  const { id } = await createContact(context, unit);
  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('contacts')
      .set({ last_sent_at: daysAgo(1) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  );
  expect((await page(id)).until).not.toBeNull();
  const { headers } = await signedIn(context, { companyId });
  await context.app.inject({
    method: 'POST',
    url: `/api/contacts/${id}/anonymisation`,
    headers,
    payload: { comments: 'remove' },
  });
  expect((await page(id)).until).toBeNull();
  expect((await list()).get(id)?.until).toBeNull();
});

test('[PEOPLE-01] list and page tell what stands in the way of each channel, of this unit alone', async () => {
  const { companyId, unit, list, page } = await workplace();
  const elsewhere = { companyId, businessUnitId: await otherUnitOf(context, companyId) };
  const stranger = await workplace();
  const addresses = { email: 'ana@exemplo.example', tel: '+5511987654321' };
  const ana = await createContact(context, { ...unit, ...addresses });
  const bia = await createContact(context, { ...unit, email: 'bia@exemplo.example', tel: '+5511912345678' });
  const stop = ({ businessUnitId, ...of }: typeof unit, channel: string, address: string, reason: string) =>
    context.database.withCompany(of.companyId, (tx) =>
      sql`INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
        VALUES (${of.companyId}, ${businessUnitId}, ${channel}, address_hash(${address}), ${reason})`.execute(tx),
    );
  await stop(unit, 'email', addresses.email, 'unsubscribed');
  await stop(unit, 'sms', '+5511912345678', 'manual');
  await stop(elsewhere, 'sms', addresses.tel, 'complained');
  await stop(stranger.unit, 'email', 'bia@exemplo.example', 'bounced');
  const told = await list();
  expect(told.get(ana.id)?.stopped).toEqual({ email: 'unsubscribed', sms: null });
  expect(told.get(bia.id)?.stopped).toEqual({ email: null, sms: 'manual' });
  for (const { id } of [ana, bia]) expect(await page(id)).toEqual(told.get(id));
});
