import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import { isTimezone } from '@escuta/contract/company-settings';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { createCompany, signedIn, unitOf } from '../../testing/factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
type Headers = Record<string, string>;

async function call(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, payload?: object) {
  const answer = await context.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, ...answer.json() };
}

function setUnit(companyId: CompanyId, id: BusinessUnitId, values: object) {
  return context.database.withCompany(companyId, (tx) =>
    tx.updateTable('business_units').set(values).where('company_id', '=', companyId).where('id', '=', id).execute(),
  );
}

/** No two of a kind have the same value, so none can stand for another. */
const row = {
  name: 'Unidade Norte',
  timezone: 'America/Manaus',
  dashboard_enabled: true,
  nps_enabled: true,
  reviews_enabled: false,
  surveys_enabled: false,
  ai_enabled: true,
  pending_payment: true,
  stripe_customer: 'cus_norte',
  brand_color: '#7E22CE',
};
const wire = {
  nome: 'Unidade Norte',
  timezone: 'America/Manaus',
  dashboard_enabled: true,
  nps_enabled: true,
  reviews_enabled: false,
  cf_attributes: { cf_surveys: false, cf_ai: true },
  pendingPayment: true,
  stripeCustomer: 'cus_norte',
};
const otherRow = {
  ...row,
  name: 'Unidade Sul',
  dashboard_enabled: false,
  nps_enabled: false,
  reviews_enabled: true,
  surveys_enabled: true,
  ai_enabled: false,
  pending_payment: false,
  stripe_customer: null,
  timezone: 'America/Sao_Paulo',
};
const otherWire = {
  nome: 'Unidade Sul',
  timezone: 'America/Sao_Paulo',
  dashboard_enabled: false,
  nps_enabled: false,
  reviews_enabled: true,
  cf_attributes: { cf_surveys: true, cf_ai: false },
  pendingPayment: false,
  stripeCustomer: null,
};

test('[ENTITY-03, CALL-07, CALL-08] my units and one unit have every field of the specification, each with its own value', async () => {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  await setUnit(companyId, businessUnitId, row);
  await setUnit(companyId, otherUnitId, otherRow);
  const { headers } = await signedIn(context, { companyId, role: 'readonly' });

  const norte = { ...wire, _id: businessUnitId };
  const sul = { ...otherWire, _id: otherUnitId };
  expect(await call(headers, 'GET', '/businesses')).toEqual({ status: 200, data: [norte, sul] });
  expect(await call(headers, 'GET', `/businesses/${businessUnitId}`)).toEqual({ status: 200, ...norte });
  expect(await call(headers, 'GET', `/businesses/${otherUnitId}`)).toEqual({ status: 200, ...sul });
});

test('[CALL-07] my units are those of the company that the call names, and of none that one is not in', async () => {
  const mine = await signedIn(context);
  const other = await createCompany(context);
  const unitsIn = (companyId: string) => call({ ...mine.headers, 'x-empresa-id': companyId }, 'GET', '/businesses');
  expect((await unitsIn(mine.companyId)).data[0]._id).toBe(await unitOf(context, mine.companyId));
  expect(await unitsIn(other.companyId)).toMatchObject({ status: 404 });
});

test('[ENTITY-04] the company has every field of the specification, each with its own value', async () => {
  const { companyId, headers } = await signedIn(context);
  const ends = new Date(context.clock.now().getTime() + 86_400_000);
  const values = { name: 'Aurora', language: 'es', is_trial: true, trial_expires_at: ends, allow_beta: false } as const;
  await context.database.withSystem((tx) =>
    tx
      .updateTable('companies')
      .set({ ...values, allow_ticketing: true })
      .where('id', '=', companyId)
      .execute(),
  );
  expect(await call(headers, 'GET', '/company')).toMatchObject({
    _id: companyId,
    nome: 'Aurora',
    isTrial: true,
    trial_expiration_date: ends.toISOString(),
    general_attributes: { allow_beta: false, allow_ticketing: true },
    language: 'es',
  });
  await context.database.withSystem((tx) =>
    tx
      .updateTable('companies')
      .set({ is_trial: false, trial_expires_at: null, allow_beta: true, allow_ticketing: false })
      .where('id', '=', companyId)
      .execute(),
  );
  expect(await call(headers, 'GET', '/company')).toMatchObject({
    isTrial: false,
    trial_expiration_date: null,
    general_attributes: { allow_beta: true, allow_ticketing: false },
  });
});

test('[CALL-06, CALL-14] a unit is read to be edited, and changed field by field; the audit says what it was', async () => {
  const { companyId, businessUnitId } = await createCompany(context);
  await setUnit(companyId, businessUnitId, row);
  const { headers, userId } = await signedIn(context, { companyId, role: 'adm' });
  const path = `/businesses/${businessUnitId}`;
  const shown = { ...wire, _id: businessUnitId, brand_color: '#7E22CE' };
  expect(await call(headers, 'GET', `${path}/edit`)).toEqual({ status: 200, ...shown, changes: {} });

  const change = { nome: '  Unidade Leste ', brand_color: '#0a0a0a' };
  const changed = { ...shown, nome: 'Unidade Leste', brand_color: '#0A0A0A' };
  const by = { nome: 'Test User', at: context.clock.now().toISOString() };
  expect(await call(headers, 'PUT', path, change)).toEqual({
    status: 200,
    ...changed,
    changes: { nome: by, brand_color: by },
  });
  // What is as it was is no change of anybody's.
  await call(headers, 'PUT', path, { nome: 'Unidade Leste', timezone: 'America/Manaus' });
  const events = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('audit_events').selectAll().where('company_id', '=', companyId).execute(),
  );
  expect(events.filter(({ action }) => action === 'business_unit.changed')).toMatchObject([
    {
      actor_id: userId,
      target_id: businessUnitId,
      before: { nome: 'Unidade Norte', brand_color: '#7E22CE' },
      after: { nome: 'Unidade Leste', brand_color: '#0A0A0A' },
    },
  ]);
});

test('[CALL-14, PERMS-13] a unit is changed by who manages the company and works there, and by nobody else', async () => {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  const stranger = await signedIn(context);
  const restricted = await signedIn(context, { companyId, role: 'adm', units: [otherUnitId] });
  const change = { nome: 'Roubada' };
  for (const { headers } of [stranger, restricted])
    expect(await call(headers, 'PUT', `/businesses/${businessUnitId}`, change)).toMatchObject({ status: 404 });
  const opened = { nome: 'Nova', timezone: 'America/Sao_Paulo', brand_color: '#0F766E' };
  expect(await call(restricted.headers, 'POST', '/businesses', opened)).toMatchObject({ code: 'UNITS_BEYOND_OWN' });
  for (const role of roles.filter((one) => !['own', 'adm', 'acmng'].includes(one))) {
    const { headers } = await signedIn(context, { companyId, role });
    const answers = [
      await call(headers, 'PUT', `/businesses/${businessUnitId}`, change),
      await call(headers, 'PATCH', '/company/settings', change),
      await call(headers, 'POST', '/businesses', opened),
    ];
    expect([role, answers.map(({ status }) => status)]).toEqual([role, [403, 403, 403]]);
  }
});

test.each([
  { timezone: 'Marte/Base' },
  { timezone: '+03:00' },
  { timezone: 'AET' },
  { brand_color: 'teal' },
  { nome: '' },
])('a unit takes no %o', async (wrong) => {
  const { headers, companyId } = await signedIn(context);
  const path = `/businesses/${await unitOf(context, companyId)}`;
  expect(await call(headers, 'PUT', path, wrong)).toMatchObject({ status: 400 });
});

test('every zone that is taken is the same to the database', async () => {
  const zones = Intl.supportedValuesOf('timeZone').filter(isTimezone);
  expect(zones.length).toBeGreaterThan(400);
  const instants = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];
  const { rows } = await context.database.pool.query(
    `SELECT zone, to_char(instant AT TIME ZONE zone, 'YYYY-MM-DD HH24:MI:SS') AS local, instant
     FROM unnest($1::text[]) AS z (zone), unnest($2::timestamptz[]) AS i (instant)`,
    [zones, instants],
  );
  const wrong = rows.filter(
    ({ zone, local, instant }) => instant.toLocaleString('sv-SE', { timeZone: zone }) !== local,
  );
  expect(wrong).toEqual([]);
  expect(rows).toHaveLength(zones.length * instants.length);
});

test('zones that were kept under another name than a place come to São Paulo, and the others stay', async () => {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  await setUnit(companyId, businessUnitId, { timezone: 'AET' });
  await setUnit(companyId, otherUnitId, { timezone: 'America/Manaus' });
  await context.database.withCompany(companyId, (tx) =>
    tx.updateTable('companies').set({ timezone: 'US/Pacific-New' }).where('id', '=', companyId).execute(),
  );
  const folder = join(import.meta.dirname, '../../../../db/migrations');
  const migration = readFileSync(join(folder, '0392_zones_by_place.sql'), 'utf8');
  await context.database.pool.query(`BEGIN; ${migration}; COMMIT`);
  const { headers } = await signedIn(context, { companyId });
  expect(await call(headers, 'GET', '/company/settings')).toMatchObject({ timezone: 'America/Sao_Paulo' });
  const zoneOf = async (id: BusinessUnitId) => (await call(headers, 'GET', `/businesses/${id}/edit`)).timezone;
  expect([await zoneOf(businessUnitId), await zoneOf(otherUnitId)]).toEqual(['America/Sao_Paulo', 'America/Manaus']);
});

test('a new unit is there for everybody who works in all units', async () => {
  const { companyId } = await createCompany(context);
  const { headers } = await signedIn(context, { companyId });
  const colleague = await signedIn(context, { companyId, role: 'ana' });
  const opened = { nome: 'Zona Oeste', timezone: 'America/Recife', brand_color: '#115E59' };
  expect(await call(headers, 'POST', '/businesses', opened)).toMatchObject({ status: 201, nome: 'Zona Oeste' });
  expect((await call(colleague.headers, 'GET', '/businesses')).data.at(-1)).toMatchObject({
    nome: 'Zona Oeste',
    timezone: 'America/Recife',
  });
});

test('[SETTING-04, SETTING-05] settings of the company are saved one by one, each with who changed it last', async () => {
  const { companyId, name } = await createCompany(context);
  const first = await signedIn(context, { companyId });
  const second = await signedIn(context, { companyId, role: 'adm' });
  await context.database.withSystem((tx) =>
    tx.updateTable('users').set({ name: 'Marcelo' }).where('id', '=', second.userId).execute(),
  );
  // Who has none could change nothing any more, once the company asks for it.
  await context.database.withSystem((tx) =>
    tx.updateTable('users').set({ authenticator_enabled: true }).where('company_id', '=', companyId).execute(),
  );
  const start = {
    nome: name,
    timezone: 'America/Sao_Paulo',
    language: 'pt',
    languages: ['pt'],
    brand_color: '#0F766E',
    force_authenticator: false,
    allowed_networks: [],
    session_idle_minutes: null,
    address: '127.0.0.1',
    idle_of_installation: { minutes: 480, kept_minutes: 43_200 },
  };
  expect(await call(first.headers, 'GET', '/company/settings')).toEqual({ status: 200, ...start, changes: {} });

  const earlier = context.clock.now().toISOString();
  await call(first.headers, 'PATCH', '/company/settings', { nome: 'Casa Aurora' });
  await call(first.headers, 'PATCH', '/company/settings', { force_authenticator: true });
  context.clock.advance(60_000);
  const later = context.clock.now().toISOString();
  await call(second.headers, 'PATCH', '/company/settings', { nome: 'Casa Aurora Hotéis' });
  const answer = await call(second.headers, 'PATCH', '/company/settings', { language: 'es' });
  expect(answer).toEqual({
    status: 200,
    ...start,
    nome: 'Casa Aurora Hotéis',
    language: 'es',
    // The language of the company is always one of its own.
    languages: ['es', 'pt'],
    force_authenticator: true,
    changes: {
      nome: { nome: 'Marcelo', at: later },
      force_authenticator: { nome: 'Test User', at: earlier },
      language: { nome: 'Marcelo', at: later },
      languages: { nome: 'Marcelo', at: later },
    },
  });
  const other = await signedIn(context);
  expect((await call(other.headers, 'GET', '/company/settings')).changes).toEqual({});
  expect((await call(first.headers, 'GET', '/me'))._empresa).toMatchObject({
    nome: 'Casa Aurora Hotéis',
    force_authenticator: true,
  });
});

test('a unit begins with the zone and the colour of its company, and with the unit’s colour its surveys', async () => {
  const [own, other] = [await signedIn(context), await signedIn(context)];
  const brand = { timezone: 'America/Manaus', brand_color: '#7E22CE' };
  await call(own.headers, 'PATCH', '/company/settings', brand);
  const opened = await call(own.headers, 'POST', '/businesses', { nome: 'Unidade Centro' });
  expect(opened).toMatchObject({ status: 201, timezone: brand.timezone });
  expect(await call(own.headers, 'GET', `/businesses/${opened._id}/edit`)).toMatchObject(brand);
  const plain = await call(other.headers, 'POST', '/businesses', { nome: 'Unidade Centro' });
  expect(await call(other.headers, 'GET', `/businesses/${plain._id}/edit`)).toMatchObject({
    timezone: 'America/Sao_Paulo',
    brand_color: '#0F766E',
  });

  const survey = { template: 'nps-stay', title: 'Estadia', language: 'pt' };
  const inUnit = { ...own.headers, 'x-business-id': String(opened._id) };
  const { definition } = await call(inUnit, 'POST', '/surveys', survey);
  expect(definition.theme).toEqual({ brandColor: '#7E22CE' });
});

test('of two settings that are saved at once neither undoes the other', async () => {
  const { companyId, businessUnitId } = await createCompany(context);
  const { headers } = await signedIn(context, { companyId });
  for (let times = 1; times <= 6; times += 1) {
    const brand_color = `#00000${times}`;
    const minutes = times * 15;
    await Promise.all([
      call(headers, 'PATCH', '/company/settings', { session_idle_minutes: minutes }),
      call(headers, 'PATCH', '/company/settings', { brand_color }),
      call(headers, 'PUT', `/businesses/${businessUnitId}`, { nome: `Unidade ${times}` }),
      call(headers, 'PUT', `/businesses/${businessUnitId}`, { brand_color }),
    ]);
    const company = await call(headers, 'GET', '/company/settings');
    expect(company).toMatchObject({ session_idle_minutes: minutes, brand_color });
    const unit = await call(headers, 'GET', `/businesses/${businessUnitId}/edit`);
    expect(unit).toMatchObject({ nome: `Unidade ${times}`, brand_color });
  }
});
