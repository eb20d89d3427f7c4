import { expect } from 'vitest';
import { signedIn, unitOf } from './factories.ts';
import { createPublishedSurvey } from './send-factories.ts';
import type { TestContext } from './test-context.ts';

/** Somebody at work in a unit with a published survey: their headers, and the unit with the survey's ids. */
export async function responsesWorkplace(context: TestContext) {
  const user = await signedIn(context);
  const businessUnitId = await unitOf(context, user.companyId);
  const survey = await createPublishedSurvey(context, { companyId: user.companyId, businessUnitId });
  return { headers: user.headers, unit: { companyId: user.companyId, businessUnitId, ...survey } };
}

type Query = Readonly<Record<string, string>>;

/** Asks for the file of responses. */
export function askResponsesFile(context: TestContext, headers: Record<string, string>, query: Query) {
  return context.app.inject({ url: '/api/responses/export', query: { ...query }, headers });
}

/** The lines of the CSV file in Portuguese, as they stand. */
export async function responsesFileLines(
  context: TestContext,
  headers: Record<string, string>,
  query: Query = {},
): Promise<string[]> {
  const answer = await askResponsesFile(context, headers, { format: 'csv', ...query });
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.payload.replace('\ufeff', '').split('\r\n').slice(0, -1);
}
