import { expect, test } from 'vitest';
import type { ImportId } from '@escuta/contract/ids';
import type { AdminImport } from '@escuta/contract/imports';
import { newId } from '#platform/crypto/ids.ts';
import { createCompany, otherUnitOf, signedIn } from '../../testing/factories.ts';
import { runImportNow, upload } from '../../testing/import-steps.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

type User = Awaited<ReturnType<typeof signedIn>>;

async function ask({ headers }: Pick<User, 'headers'>, url: string) {
  const answer = await context.app.inject({ url: `/api${url}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}

/** An import of somebody's, in the unit that the headers select. */
async function importFile(user: Pick<User, 'headers' | 'companyId'>, fileName: string): Promise<ImportId> {
  const { uploadId, hasHeader, mapping } = (await upload(context, user, 'e-mail\nana@x.com\n', fileName)).json();
  const payload = { uploadId, hasHeader, mapping };
  const { headers } = user;
  const { _id } = (await context.app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json();
  await runImportNow(context, user.companyId, _id);
  return _id;
}

test('[IMPORT-20] imports of all companies are found by words of company and file, page by page, with unit and user', async () => {
  const word = `Ágata ${newId().slice(-8)}`;
  const company = await createCompany(context, { name: `${word} Hotéis` });
  const first = await signedIn(context, { companyId: company.companyId, role: 'adm' });
  const inOtherUnit = { ...first.headers, 'x-business-id': await otherUnitOf(context, company.companyId) };
  const second = await signedIn(context);
  const plain = word.toLowerCase().replace('á', 'a');
  const ids = [
    await importFile(first, 'um.csv'),
    await importFile({ ...first, headers: inOtherUnit }, 'dois.csv'),
    await importFile(second, `lista ${word}.csv`),
    await importFile(second, 'alheia.csv'),
  ];
  const manager = await signedIn(context, { role: 'acmng' });
  const find = async (words: string, rest = '') => {
    const { body } = await ask(manager, `/admin/imports?limit=20${rest}&search=${encodeURIComponent(words)}`);
    return { ids: body.data.map(({ _id }: { _id: string }) => _id), total: body.total, data: body.data };
  };
  expect(await find(plain)).toMatchObject({ ids: [ids[2], ids[1], ids[0]], total: 3 });
  const { data } = await find(plain);
  expect(
    data.map(({ business, company: of, user }: AdminImport) => [of._id, business._id, user?._id, user?.nome]),
  ).toEqual([
    [second.companyId, expect.any(String), second.userId, 'Test User'],
    [company.companyId, inOtherUnit['x-business-id'], first.userId, 'Test User'],
    [company.companyId, company.businessUnitId, first.userId, 'Test User'],
  ]);
  expect(data[1]).toMatchObject({
    company: { nome: `${word} Hotéis` },
    business: { nome: expect.stringMatching(/./) },
    status: 'finished',
    progress: 1,
    totalData: 1,
    file_name: 'dois.csv',
  });
  expect(await find(plain, '&page=3').then(({ total }) => total)).toBe(3);
  const paged = (await ask(manager, `/admin/imports?limit=1&page=2&search=${encodeURIComponent(plain)}`)).body;
  expect([paged.data.map(({ _id }: AdminImport) => _id), paged.total]).toEqual([[ids[1]], 3]);
  // What stands for anything in a pattern is a sign like any other here.
  expect((await find(`%${newId()}`)).total).toBe(0);
  const everything = (await ask(manager, '/admin/imports?limit=20')).body;
  expect(everything.total).toBeGreaterThanOrEqual(4);

  for (const role of ['own', 'adm', 'ana'] as const)
    expect((await ask(await signedIn(context, { role }), '/admin/imports')).status).toBe(403);
});
