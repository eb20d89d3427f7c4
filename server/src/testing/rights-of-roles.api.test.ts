import { beforeAll, describe, expect, test } from 'vitest';
import { roles } from '@escuta/contract/access-policy';
import type { Role } from '@escuta/contract/access-policy';
import type { BusinessUnitId, CompanyId } from '@escuta/contract/ids';
import { createCompany, createContact, signedIn, switchAll } from './factories.ts';
import { upload } from './import-steps.ts';
import { createSentInvitations } from './response-factories.ts';
import { nameOf, requestOf } from './route-calls.ts';
import { guardedRoutes } from './routes-of-contract.ts';
import { createPublishedSurvey, testDefinition } from './send-factories.ts';
import { testContext } from './test-context.ts';

/** What each role gets and may change (areas §4.0): each is let do it through the routes, and what came of it is looked at. */
const context = testContext();

const administrators: readonly Role[] = ['own', 'adm', 'acmng'];
const managers: readonly Role[] = [...administrators, 'ana'];
const editors: readonly Role[] = [...managers, 'pdv'];
const scoreReaders: readonly Role[] = [...editors, 'readonly', 'notesonly'];

let companyId: CompanyId;
let here: BusinessUnitId;
let elsewhere: BusinessUnitId;
let survey: Awaited<ReturnType<typeof createPublishedSurvey>>;
const headersOf = new Map<Role, Record<string, string>>();

beforeAll(async () => {
  ({ companyId, businessUnitId: here, otherUnitId: elsewhere } = await createCompany(context));
  await switchAll(context, companyId, true);
  survey = await createPublishedSurvey(context, { companyId, businessUnitId: here });
  for (const role of roles) {
    const { headers } = await signedIn(context, { companyId, role, ...(role === 'pdv' ? { units: [here] } : {}) });
    headersOf.set(role, { ...headers, 'x-business-id': here });
  }
});

async function ask(role: Role, signature: string, payload?: object, headers: Record<string, string> = {}) {
  const [method, path] = signature.split(' ') as ['GET', string];
  const all = { ...headersOf.get(role)!, ...headers };
  const answer = await context.app.inject({
    method,
    url: `/api${path}`,
    headers: all,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** What every role is answered: what it is let do, or the code of its refusal. */
async function outcomes(attempt: (role: Role) => Promise<{ status: number; body: { code?: string } }>) {
  const found: Record<string, number | string | undefined> = {};
  for (const role of roles) {
    const { status, body } = await attempt(role);
    found[role] = status < 300 ? status : body.code;
  }
  return found;
}
/** `status` for those who may, the code of the refusal for every other role. */
const expected = (letIn: readonly Role[], status: number, others: Partial<Record<Role, string>> = {}) =>
  Object.fromEntries(roles.map((role) => [role, letIn.includes(role) ? status : (others[role] ?? 'FORBIDDEN')]));

test('[PERMS-01] scores and charts are answered to who reads them, and to dashonly on the dashboard alone', async () => {
  const { links } = await createSentInvitations(context, { companyId, businessUnitId: here, ...survey, count: 6 });
  for (const { token, responseId } of links) {
    const payload = { responseId, seq: 1, answers: { score: 9 }, complete: true };
    const answer = await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
    expect(answer.statusCode).toBe(200);
  }
  const year = context.clock.now().getUTCFullYear();
  const dashboard = `GET /dashboard?from=${year}-01-01&to=${year}-12-31`;
  for (const role of [...scoreReaders, 'dashonly'] as const) {
    const { status, body } = await ask(role, dashboard);
    expect([role, status, body.score.value, body.distribution[9]]).toEqual([role, 200, 100, 6]);
    expect(body.trend.points.map(({ score }: { score: { n: number } }) => score.n)).toContain(6);
  }
  expect(await outcomes((role) => ask(role, 'GET /analytics'))).toEqual(expected(scoreReaders, 200));
  for (const role of scoreReaders) expect((await ask(role, 'GET /analytics')).body.scored.total).toBe(6);

  const reads = guardedRoutes.filter(
    ({ method, definition }) => method === 'GET' && definition.permission !== 'session',
  );
  const answered: string[] = [];
  for (const route of reads) {
    const { url } = requestOf({ ...route, path: route.path.replace(':id', survey.surveyId) }, null);
    const answer = await context.app.inject({ url, headers: headersOf.get('dashonly')! });
    if (answer.statusCode !== 403) answered.push(nameOf(route));
  }
  expect(answered).toEqual(['GET /dashboard']);
});

test('[PERMS-04] a survey is created and published by own, adm, acmng and ana, and by nobody else', async () => {
  const form = { template: 'nps-stay', title: 'Hospedagem' };
  expect(await outcomes((role) => ask(role, 'POST /surveys', form))).toEqual(expected(managers, 201));
  const drafted = async () => (await ask('own', 'POST /surveys', form)).body;
  const changed = { title: 'Estadia', definition: testDefinition };
  const saved = await outcomes(async (role) => {
    const { survey: one, revision } = await drafted();
    return ask(role, `PUT /surveys/${one._id}/draft`, { ...changed, revision });
  });
  expect(saved).toEqual(expected(managers, 200));
  const published = await outcomes(async (role) => {
    const { survey: one, revision } = await drafted();
    const answer = await ask(role, `POST /surveys/${one._id}/versions`, { revision });
    const status = managers.includes(role) ? 'active' : 'draft';
    expect([role, (await ask('own', `GET /surveys/${one._id}/draft`)).body.survey.status]).toEqual([role, status]);
    return answer;
  });
  expect(published).toEqual(expected(managers, 201));
});

describe('[PERMS-05] sending', () => {
  const sendTo = (role: Role, audience: object) =>
    ask(role, 'POST /sends', { surveyId: survey.surveyId, audience, channel: 'email' });
  const previewOf = (role: Role, audience: object) => ask(role, 'POST /sends/audience', { audience, channel: 'email' });

  test('to any audience is open to own, adm, acmng and ana; pdv is told that it sends to one person', async () => {
    const [one, two] = [await contact(), await contact()];
    const audiences = [
      { kind: 'all' },
      { kind: 'search', search: 'Pessoa' },
      { kind: 'import', importId: '019a9f3e-0000-7000-8000-000000000001' },
      { kind: 'contacts', contactIds: [one, two] },
    ];
    const before = await countSends();
    for (const audience of audiences) {
      const letIn = expected(managers, 201, { pdv: 'INDIVIDUAL_SENDS_ONLY' });
      expect(await outcomes((role) => sendTo(role, audience))).toEqual(letIn);
      const shown = expected(managers, 200, { pdv: 'INDIVIDUAL_SENDS_ONLY' });
      expect(await outcomes((role) => previewOf(role, audience))).toEqual(shown);
    }
    expect(await countSends()).toBe(before + managers.length * audiences.length);
  });

  test('to one person is open to pdv as well, in its own units, and is no bulk send', async () => {
    const contactId = await contact();
    const queued = (await ask('own', 'GET /queues')).body.total;
    for (const contactIds of [[contactId], [contactId, contactId]]) {
      const audience = { kind: 'contacts', contactIds };
      expect(await outcomes((role) => previewOf(role, audience))).toEqual(expected(editors, 200));
      expect(await outcomes((role) => sendTo(role, audience))).toEqual(expected(editors, 201));
    }
    expect((await ask('own', 'GET /queues')).body.total).toBe(queued);
    const { _id } = (await sendTo('pdv', { kind: 'contacts', contactIds: [contactId] })).body;
    const send = await context.database.withCompany(companyId, (tx) =>
      tx.selectFrom('sends').selectAll().where('company_id', '=', companyId).where('id', '=', _id).executeTakeFirst(),
    );
    expect(send).toMatchObject({ business_unit_id: here, origin: 'individual', total: 1 });
    const there = { 'x-business-id': elsewhere };
    const form = {
      surveyId: survey.surveyId,
      audience: { kind: 'contacts', contactIds: [contactId] },
      channel: 'email',
    };
    expect((await ask('pdv', 'POST /sends', form, there)).status).toBe(404);
    // Somebody of another unit is nobody here.
    const stranger = await contact(elsewhere);
    expect((await previewOf('pdv', { kind: 'contacts', contactIds: [stranger] })).body.contacts).toBe(0);
  });
});

describe('[PERMS-06] contacts', () => {
  test('are created and changed by own, adm, acmng, ana and pdv, and by nobody else', async () => {
    const person = (name: string) => ({ name, email: `${name}@test.example`, tel: null });
    expect(await outcomes((role) => ask(role, 'POST /contacts', person(`new-${role}`)))).toEqual(
      expected(editors, 201),
    );
    const changed = await outcomes(async (role) => {
      const id = await contact();
      const answer = await ask(role, `PUT /contacts/${id}`, person(`changed-${role}`));
      const { name } = (await ask('own', `GET /contacts/${id}`)).body;
      expect([role, name === `changed-${role}`]).toEqual([role, editors.includes(role)]);
      return answer;
    });
    expect(changed).toEqual(expected(editors, 200));
  });

  const file = 'Nome;E-mail\nZulmira;zulmira@elsewhere.example\n';
  const imported = async (role: Role, headers: Record<string, string> = {}) => {
    const own = { ...headersOf.get('own')!, ...headers };
    const { uploadId, hasHeader, mapping } = (await upload(context, { headers: own }, file)).json();
    return ask(role, 'POST /imports', { uploadId, hasHeader, mapping }, headers);
  };

  test('are imported by the same, and by nobody else', async () => {
    const uploaded = await outcomes(async (role) => {
      const answer = await upload(context, { headers: headersOf.get(role)! }, file);
      return { status: answer.statusCode, body: answer.json() };
    });
    expect(uploaded).toEqual(expected(editors, 201));
    expect(await outcomes((role) => imported(role))).toEqual(expected(editors, 202));
  });

  test('of another unit pdv neither creates, changes nor imports', async () => {
    const there = { 'x-business-id': elsewhere };
    const stranger = await contact(elsewhere);
    const person = { name: 'Stolen', email: 'stolen@test.example', tel: null };
    expect((await ask('pdv', 'POST /contacts', person, there)).status).toBe(404);
    for (const headers of [{}, there])
      expect((await ask('pdv', `PUT /contacts/${stranger}`, person, headers)).status).toBe(404);
    const given = { headers: { ...headersOf.get('pdv')!, ...there } };
    expect((await upload(context, given, file)).statusCode).toBe(404);
    expect((await imported('pdv', there)).status).toBe(404);
    expect((await ask('own', `GET /contacts/${stranger}`, undefined, there)).body.name).not.toBe('Stolen');
  });
});

async function contact(businessUnitId = here) {
  return (await createContact(context, { companyId, businessUnitId })).id;
}

async function countSends(): Promise<number> {
  const rows = await context.database.withCompany(companyId, (tx) =>
    tx.selectFrom('sends').select('id').where('company_id', '=', companyId).execute(),
  );
  return rows.length;
}
