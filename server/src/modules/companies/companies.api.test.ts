import { expect, test } from 'vitest';
import type { Business, Company } from '@escuta/contract/companies';
import { BusinessUnitId } from '@escuta/contract/ids';
import { signedIn, unitOf } from '../../testing/factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';

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

/** Where each column is said, by the names of the specification (ENTITY-03, ENTITY-04). */
test.each([
  ['business_units', 'nps_enabled', 'nps_enabled'],
  ['business_units', 'reviews_enabled', 'reviews_enabled'],
  ['business_units', 'surveys_enabled', 'cf_attributes.cf_surveys'],
  ['business_units', 'ai_enabled', 'cf_attributes.cf_ai'],
  ['companies', 'allow_ticketing', 'general_attributes.allow_ticketing'],
])('what %s.%s switches on is %s on the wire, and nothing else', async (table, column, name) => {
  const { headers, companyId } = await signedIn(context);
  const unitId = await unitOf(context, companyId);
  await context.database.pool.query(
    `UPDATE business_units SET nps_enabled = false, reviews_enabled = false, surveys_enabled = false, ai_enabled = false
      WHERE id = $1`,
    [unitId],
  );
  await context.database.pool.query(`UPDATE ${table} SET ${column} = true WHERE id IN ($1, $2)`, [unitId, companyId]);

  const unit = (await context.app.inject({ url: `/api/businesses/${unitId}`, headers })).json<Business>();
  const company = (await context.app.inject({ url: '/api/company', headers })).json<Company>();

  const { nps_enabled, reviews_enabled, cf_attributes } = unit;
  const { allow_ticketing } = company.general_attributes;
  const said = Object.entries({
    nps_enabled,
    reviews_enabled,
    'cf_attributes.cf_surveys': cf_attributes.cf_surveys,
    'cf_attributes.cf_ai': cf_attributes.cf_ai,
    'general_attributes.allow_ticketing': allow_ticketing,
  });
  expect(said.filter(([, isOn]) => isOn)).toEqual([[name, true]]);
});

test('a company imports contacts in a dialog where the configuration names it, and no other does', async () => {
  const [named, other] = [await signedIn(context), await signedIn(context)];
  const configured = await openTestContext({ modalImportCompanies: new Set([named.companyId]) });
  const said = async ({ headers }: typeof named) =>
    (await configured.app.inject({ url: '/api/company', headers })).json<Company>().general_attributes.imports_in_modal;
  expect([await said(named), await said(other)]).toEqual([true, undefined]);
  await configured.close();
});
