import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../../testing/factories.ts';
import { openTestHouse } from '../../testing/test-house.ts';
import type { TestHouse } from '../../testing/test-house.ts';
import { findCompanyByLinkKey } from './index.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('a company is found by the key of its links; an unknown key finds none, and finds it once it exists', async () => {
  const { companyId, name } = await createCompany(house);
  const { link_key: key } = await house.database.withCompany(companyId, (tx) =>
    tx.selectFrom('companies').select('link_key').where('id', '=', companyId).executeTakeFirstOrThrow(),
  );
  expect(await findCompanyByLinkKey(house.database, Number(key))).toEqual({
    companyId,
    name,
    language: 'pt',
    active: true,
  });

  const later = await createCompany(house);
  const unused = 2 ** 47 - 7;
  expect(await findCompanyByLinkKey(house.database, unused)).toBeUndefined();
  await house.database.withSystem((tx) =>
    tx.updateTable('companies').set({ link_key: unused }).where('id', '=', later.companyId).execute(),
  );
  expect(await findCompanyByLinkKey(house.database, unused)).toMatchObject({ companyId: later.companyId });
  await house.database.withSystem((tx) =>
    tx
      .updateTable('companies')
      .set({ link_key: unused - 1 })
      .where('id', '=', later.companyId)
      .execute(),
  );
});
