import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { createCompany, signedIn } from '../../testing/factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';

const without = testContext();

/** A provider that opens a portal for whoever is asked for, and keeps what it was asked. */
const asked: { path: string | undefined; key: string | undefined; form: Record<string, string> }[] = [];
let isAway = false;
const provider = createServer((request, reply) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    const form = Object.fromEntries(new URLSearchParams(body));
    asked.push({ path: request.url, key: request.headers.authorization, form });
    reply.writeHead(isAway ? 500 : 200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ url: `https://pay.example/p/${form['customer']}` }));
  });
});
let context: TestContext;
beforeAll(async () => {
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  context = await openTestContext({ payments: { origin: `http://127.0.0.1:${port}`, secretKey: 'sk_test_1' } });
});
afterAll(async () => {
  await context.close();
  provider.close();
});

async function pay(companyId: CompanyId, unitId: BusinessUnitId, customer: string) {
  await context.database.withCompany(companyId, (tx) =>
    tx
      .updateTable('business_units')
      .set({ stripe_customer: customer })
      .where('company_id', '=', companyId)
      .where('id', '=', unitId)
      .execute(),
  );
}

async function open({ app }: TestContext, headers: Record<string, string>, unitId: string) {
  const answer = await app.inject({ method: 'POST', url: `/api/businesses/${unitId}/payment-portal`, headers });
  return [answer.statusCode, answer.json()] as const;
}

test('[CALL-11] who manages the finances opens the portal of a unit by its id, and nobody else does', async () => {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  await pay(companyId, businessUnitId, 'cus_here');
  await pay(companyId, otherUnitId, 'cus_there');
  for (const role of roles) {
    const { headers } = await signedIn(context, { companyId, role });
    const [status, body] = await open(context, headers, otherUnitId);
    const url = 'https://pay.example/p/cus_there';
    const isManager = ['own', 'adm', 'acmng'].includes(role);
    expect([role, status, isManager ? body : body.code]).toEqual([
      role,
      isManager ? 200 : 403,
      isManager ? { url } : 'FORBIDDEN',
    ]);
  }
  expect(asked).toHaveLength(3);
  expect(asked[0]).toEqual({
    path: '/v1/billing_portal/sessions',
    key: 'Bearer sk_test_1',
    form: { customer: 'cus_there', return_url: `${context.config.publicUrl}/settings/finances` },
  });
});

test('[CALL-11] a unit of somebody else is not there, and one that is no customer is refused', async () => {
  const { companyId, businessUnitId, otherUnitId } = await createCompany(context);
  const foreign = await createCompany(context);
  await pay(foreign.companyId, foreign.businessUnitId, 'cus_foreign');
  await pay(companyId, otherUnitId, 'cus_other');
  const manager = await signedIn(context, { companyId, role: 'adm', units: [businessUnitId] });
  for (const unitId of [foreign.businessUnitId, otherUnitId])
    expect(await open(context, manager.headers, unitId)).toMatchObject([404, { code: 'NOT_FOUND' }]);
  const refused = [409, { code: 'PAYMENT_PORTAL_NOT_CONFIGURED' }];
  expect(await open(context, manager.headers, businessUnitId)).toMatchObject(refused);
});

test('a provider that is away, and an installation without one, say so', async () => {
  const { companyId, businessUnitId } = await createCompany(context);
  await pay(companyId, businessUnitId, 'cus_here');
  const { headers } = await signedIn(context, { companyId });
  isAway = true;
  expect(await open(context, headers, businessUnitId)).toMatchObject([503, { code: 'PAYMENT_PORTAL_AWAY' }]);
  isAway = false;
  const before = asked.length;
  const refused = [409, { code: 'PAYMENT_PORTAL_NOT_CONFIGURED' }];
  expect(await open(without, headers, businessUnitId)).toMatchObject(refused);
  expect(asked).toHaveLength(before);
});
