import { expect, test } from 'vitest';
import { createCompany } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { findCompanyByLinkKey } from './index.ts';

const context = testContext();

test('a company is found by the key of its links; an unknown key finds none, and finds it once it exists', async () => {
  const { companyId, name } = await createCompany(context);
  const { link_key: key } = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('companies').select('link_key').where('id', '=', companyId).executeTakeFirstOrThrow(),
  );
  expect(await findCompanyByLinkKey(context.database, Number(key))).toEqual({
    companyId,
    name,
    language: 'pt',
    active: true,
  });

  const later = await createCompany(context);
  const unused = 2 ** 47 - 7;
  expect(await findCompanyByLinkKey(context.database, unused)).toBeUndefined();
  await context.database.withSystem((tx) =>
    tx.updateTable('companies').set({ link_key: unused }).where('id', '=', later.companyId).execute(),
  );
  expect(await findCompanyByLinkKey(context.database, unused)).toMatchObject({ companyId: later.companyId });
  await context.database.withSystem((tx) =>
    tx
      .updateTable('companies')
      .set({ link_key: unused - 1 })
      .where('id', '=', later.companyId)
      .execute(),
  );
});
