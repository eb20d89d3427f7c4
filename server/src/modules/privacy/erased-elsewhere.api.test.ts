import { expect, test } from 'vitest';
import { otherUnitOf } from '../../testing/factories.ts';
import { mergeWorkplace } from '../../testing/merge-steps.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

/** Somebody of one unit, and what is done in another unit of the company. */
async function twoUnits() {
  const here = await mergeWorkplace(context);
  const elsewhere = { ...here.headers, 'x-business-id': await otherUnitOf(context, here.companyId) };
  const ana = { name: 'Ana', email: 'ana@test.example', tel: '+5511987654321' };
  const id = await here.create(ana);
  const erase = () => here.call('POST', `/contacts/${id}/anonymisation`, { comments: 'remove' });
  const upsert = async (contact: object) => {
    const { body } = await here.call('POST', '/contacts/upserts', { contacts: [contact] }, elsewhere);
    return body.results[0];
  };
  const stopped = async (contactId: string) =>
    (await here.call('GET', `/contacts/${contactId}/consents`, undefined, elsewhere)).body.stopped;
  return { ...here, elsewhere, ana, erase, upsert, stopped };
}

test('[PRIVACY-11] who was erased in one unit is brought in by no system in another one, and typed in is written to by none', async () => {
  const { call, elsewhere, ana, erase, upsert, stopped } = await twoUnits();
  expect((await erase()).body.tables).toContainEqual({ table: 'suppressions', rows: 2 });
  for (const contact of [{ email: ana.email }, { tel: ana.tel }])
    expect(await upsert(contact)).toMatchObject({ outcome: 'rejected', problems: [{ reason: 'person_erased' }] });
  const { body } = await call('POST', '/contacts', ana, elsewhere);
  expect(await stopped(body._id)).toMatchObject({ email: { reason: 'manual' }, sms: { reason: 'manual' } });
});

test('[PRIVACY-11] a contact of another unit who has the address is written to as before, until they are erased too', async () => {
  const { call, elsewhere, ana, erase, upsert, stopped } = await twoUnits();
  const { outcome, _id } = await upsert({ email: ana.email });
  expect(outcome).toBe('created');
  await erase();
  expect(await stopped(_id)).toMatchObject({ email: null });
  expect(await upsert({ email: ana.email, name: 'Ana Prado' })).toMatchObject({ outcome: 'updated' });
  expect(await upsert({ tel: ana.tel })).toMatchObject({
    outcome: 'rejected',
    problems: [{ reason: 'person_erased' }],
  });
  await call('POST', `/contacts/${_id}/anonymisation`, { comments: 'remove' }, elsewhere);
  expect(await upsert({ email: ana.email })).toMatchObject({
    outcome: 'rejected',
    problems: [{ reason: 'person_erased' }],
  });
});
