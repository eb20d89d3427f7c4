import { expect, test } from 'vitest';
import { BusinessUnitId } from '@escuta/contract/ids';
import { signedIn } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

test('units of one name have one order, in the user and in the list, so that both name the same first', async () => {
  const { headers, companyId } = await signedIn(context);
  const ids = ['c', 'a', 'b'].map((sign) => BusinessUnitId.parse(`00000000-0000-7000-8000-${sign.repeat(12)}`));
  await context.database.withCompany(companyId, (tx) =>
    tx
      .insertInto('business_units')
      .values(ids.map((id) => ({ company_id: companyId, id, name: 'A shop', timezone: 'America/Sao_Paulo' })))
      .execute(),
  );

  const { data } = (await context.app.inject({ url: '/api/businesses', headers })).json<{ data: { _id: string }[] }>();
  const me = (await context.app.inject({ url: '/api/me', headers })).json<{ _businesses: string[] }>();

  expect(data.map((unit) => unit._id).slice(0, 3)).toEqual(ids.toSorted());
  expect(me._businesses).toEqual(data.map((unit) => unit._id));
});
