import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordSequentialReads } from '../../testing/recorded-plans.ts';
import { createContactCompany, signedIn, unitOf } from '../../testing/factories.ts';
import { createManyContacts, createPublishedSurvey } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

const period = 'from=2026-10-01&to=2026-10-30';

/** A unit with 4,000 contacts, each of whom has answered; one of three wrote something. */
async function answeredUnit() {
  const user = await signedIn(context);
  const unit = { companyId: user.companyId, businessUnitId: await unitOf(context, user.companyId) };
  const survey = await createPublishedSurvey(context, unit);
  await createManyContacts(context, unit, 4_000);
  await context.database.withCompany(unit.companyId, (tx) =>
    sql`
      INSERT INTO responses (company_id, id, business_unit_id, survey_id, survey_version_id, contact_id, channel, language,
        status, last_seq, metric, score, comment, day, started_at, answered_at)
      SELECT company_id, uuid_v7(), business_unit_id, ${survey.surveyId}, ${survey.versionId}, id, 'email', 'pt',
        'complete', 1, 'nps', n % 11, CASE WHEN n % 3 = 0 THEN 'Muito bom ' || n END, at::date, at, at
      FROM (
        SELECT *, timestamptz '2026-10-30 15:00Z' - n * interval '10 minutes' AS at
        FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE company_id = ${unit.companyId}) AS numbered
      ) AS dated
    `.execute(tx),
  );
  const contactCompanyId = await createContactCompany(context, { ...unit, name: 'Padaria Lua' });
  await context.database.withCompany(unit.companyId, (tx) =>
    sql`
      UPDATE contacts SET contact_company_id = ${contactCompanyId}
      WHERE company_id = ${unit.companyId} AND id IN (SELECT id FROM contacts WHERE company_id = ${unit.companyId} LIMIT 40)
    `.execute(tx),
  );
  return { ...user, contactCompanyId };
}

test('no screen over facts reads a fact table from end to end', { timeout: 60_000 }, async () => {
  const { headers, contactCompanyId } = await answeredUnit();
  for (let beside = 0; beside < 3; beside += 1) await answeredUnit();
  await context.database.pool.query('ANALYZE responses, contacts');
  const found = recordSequentialReads(context.database.pool);

  for (const url of [
    `/api/dashboard?${period}`,
    `/api/dashboard/comments?${period}&limit=8`,
    '/api/responses?limit=20',
    '/api/responses?limit=20&page=150',
    '/api/responses?limit=20&sort=oldest',
    `/api/responses?limit=20&${period}&metric=nps&score=with`,
    `/api/responses?limit=20&${period}&comment=with&scoreMin=9`,
    '/api/contacts?limit=20',
    '/api/contacts?limit=20&page=3',
    '/api/contacts?limit=20&page=190',
    '/api/contacts?limit=20&sort=name',
    '/api/contacts?limit=20&search=contact-39',
    '/api/contacts?limit=20&search=maria',
    `/api/contacts?limit=20&contactCompanyId=${contactCompanyId}`,
    `/api/contacts?limit=20&sort=name&contactCompanyId=${contactCompanyId}`,
    `/api/responses?limit=20&scoreMax=6&contactCompanyId=${contactCompanyId}`,
    `/api/contact-companies/${contactCompanyId}/score`,
  ]) {
    const answer = await context.app.inject({ url, headers });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect([url, answer.json().data]).not.toEqual([url, []]);
    expect([url, found()]).toEqual([url, []]);
  }
  for (const query of ['', `&${period}&metric=nps&score=with`]) {
    const answer = await context.app.inject({ url: `/api/responses/export?format=csv${query}`, headers });
    expect([query, answer.payload.split('\r\n').length > 4_000, found()]).toEqual([query, true, []]);
  }
});

test('a query that does read one is found', async () => {
  await answeredUnit();
  const found = recordSequentialReads(context.database.pool);
  const client = await context.database.pool.connect();
  // No index can tell, also not the one of responses with a comment.
  await client.query('SELECT count(*) FROM responses WHERE coalesce(length(comment), 0) <> 3');
  client.release();
  expect(found()).toEqual([expect.stringMatching(/^responses: SELECT count/)]);
});
