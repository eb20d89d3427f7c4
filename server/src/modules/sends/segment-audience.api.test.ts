import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createContact, signedIn, unitOf } from '../../testing/factories.ts';
import { createPublishedSurvey } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';
import { planSend } from './engine/plan-send.ts';
import { itemState } from './item-state.ts';

const context = testContext();

test('[CONSENT-07] a send to a segment or a list reaches who is in it, but for whoever said no', async () => {
  const user = await signedIn(context);
  const { companyId, headers } = user;
  const unit = { companyId, businessUnitId: await unitOf(context, companyId) };
  const ask = async (url: string, payload: object) => {
    const answer = await context.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const { id: ana } = await createContact(context, { ...unit, name: 'Ana', email: 'ana@um.example' });
  const { id: bia } = await createContact(context, { ...unit, name: 'Bia', email: 'bia@um.example' });
  await createContact(context, { ...unit, name: 'Caio', email: 'caio@dois.example' });
  await context.database.withCompany(companyId, (tx) =>
    sql`INSERT INTO suppressions (company_id, business_unit_id, channel, address_hash, reason)
      VALUES (${companyId}, ${unit.businessUnitId}, 'email', address_hash('ana@um.example'), 'unsubscribed')`.execute(
      tx,
    ),
  );
  const survey = await createPublishedSurvey(context, unit);
  const condition = { kind: 'text', field: 'email', test: { op: 'contains', value: '@um.' } };
  const segment = await ask('/segments', { name: 'De um', definition: { match: 'all', of: [condition] } });
  const list = await ask('/contact-lists', { name: 'Lista', from: { segmentId: segment.body._id } });
  for (const { _id: segmentId } of [segment.body, list.body]) {
    const question = { audience: { kind: 'segment', segmentId }, channel: 'email', surveyId: survey.surveyId };
    expect((await ask('/sends/audience', question)).body).toMatchObject({
      contacts: 2,
      eligible: 1,
      heldBack: [{ reason: 'unsubscribed', count: 1 }],
    });
    // Not even who sends in spite of the quarantine.
    const send = await ask('/sends', { ...question, ignoreQuarantine: true });
    expect(send.status).toBe(201);
    const sendId = send.body._id;
    await context.database.withCompany(companyId, (tx) =>
      planSend(tx, { companyId, sendId, now: context.clock.now() }),
    );
    const items = await context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('send_items')
        .select(['contact_id', 'state', 'reason'])
        .where('company_id', '=', companyId)
        .where('send_id', '=', sendId)
        .orderBy('state')
        .execute(),
    );
    expect(items).toEqual([
      { contact_id: bia, state: itemState.ready, reason: null },
      { contact_id: ana, state: itemState.skipped, reason: 'unsubscribed' },
    ]);
  }
});

test('a send to a segment that the unit has not is refused', async () => {
  const user = await signedIn(context);
  const unit = { companyId: user.companyId, businessUnitId: await unitOf(context, user.companyId) };
  const { surveyId } = await createPublishedSurvey(context, unit);
  const payload = { surveyId, channel: 'email', audience: { kind: 'segment', segmentId: surveyId } };
  const { headers } = user;
  const answer = await context.app.inject({ method: 'POST', url: '/api/sends', headers, payload });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
});
