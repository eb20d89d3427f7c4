import { expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, letLeave, signedIn, switchAll } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

async function asManager() {
  const { headers } = await signedIn(context, { role: 'acmng' });
  return async (url: string) => {
    const answer = await context.app.inject({ url: `/api${url}`, headers });
    return { status: answer.statusCode, ...answer.json() };
  };
}

test('all companies are found by a part of their name, page by page and by status', async () => {
  const get = await asManager();
  const word = `Ágata ${newId().slice(-8)}`;
  const [first, second, gone] = [
    await createCompany(context, { name: `${word} um` }),
    await createCompany(context, { name: `${word} dois` }),
    await createCompany(context, { name: `${word} três` }),
  ];
  await letLeave(context, gone.companyId);
  const ends = new Date('2027-01-01T12:00:00Z');
  await context.database.withSystem((tx) =>
    tx
      .updateTable('companies')
      .set({ is_trial: true, trial_expires_at: ends })
      .where('id', '=', second.companyId)
      .execute(),
  );
  const find = async (rest = '') => {
    const { data, total } = await get(
      `/admin/companies?search=${encodeURIComponent(word.toLowerCase().replace('á', 'a'))}${rest}`,
    );
    return { ids: data.map(({ _id }: { _id: string }) => _id), total, data };
  };
  const { data, ...all } = await find();
  expect(all).toEqual({ ids: [second.companyId, gone.companyId, first.companyId], total: 3 });
  expect(data[0]).toMatchObject({ status: 'trial', trial_expiration_date: ends.toISOString() });
  expect(await find('&limit=1&page=3')).toMatchObject({ ids: [first.companyId], total: 3 });
  expect(await find('&status=active')).toMatchObject({ ids: [first.companyId], total: 1 });
  expect(await find('&status=trial')).toMatchObject({ ids: [second.companyId], total: 1 });
  expect(await find('&status=inactive')).toMatchObject({ ids: [gone.companyId], total: 1 });
  // What stands for anything in a pattern is a letter like any other here.
  expect((await get('/admin/companies?search=%25')).total).toBe(0);
});

test('[ROUTE-23] the units of a company are told with their switches, and of no company 404', async () => {
  const get = await asManager();
  const { companyId, businessUnitId, name } = await createCompany(context);
  await switchAll(context, companyId, true);
  const { company, data } = await get(`/admin/companies/${companyId}/businesses`);
  expect(company).toMatchObject({ _id: companyId, nome: name, status: 'active' });
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({ _id: businessUnitId, reviews_enabled: true, cf_attributes: { cf_ai: true } });
  expect(await get(`/admin/companies/${newId()}/businesses`)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await get('/admin/companies/nonsense/businesses')).status).toBe(400);
});
