import { expect } from 'vitest';
import type { ContactId, MergeId } from '@escuta/contract/ids';
import { createCompany, signedIn } from './factories.ts';
import { createSentInvitations } from './response-factories.ts';
import { createPublishedSurvey } from './send-factories.ts';
import type { TestContext } from './test-context.ts';

type Body = ReturnType<typeof JSON.parse>;

/** A unit with a survey, and somebody who merges. */
export async function mergeWorkplace(context: TestContext) {
  const company = await createCompany(context);
  const { companyId, businessUnitId } = company;
  const user = await signedIn(context, { companyId });
  const headers = { ...user.headers, 'x-business-id': businessUnitId };
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, as = headers) => {
    const asked = { method, url: `/api${path}`, headers: as, ...(payload ? { payload } : {}) };
    const answer = await context.app.inject(asked);
    return { status: answer.statusCode, body: answer.json() };
  };
  const unit = { companyId, businessUnitId };
  const survey = await createPublishedSurvey(context, unit);
  const compare = async (kept: ContactId, other: ContactId) =>
    (await call('GET', `/contacts/${kept}/comparison?with=${other}`)).body;
  /** Somebody has both before them; what is given merges them. */
  const readyToMerge = async (kept: ContactId, other: ContactId, choices: Record<string, string> = {}) => {
    const { kept: one, other: two } = await compare(kept, other);
    const versions = { kept: one.version, other: two.version };
    return () => call('POST', `/contacts/${kept}/merges`, { other, versions, choices });
  };
  const merge = async (...asked: Parameters<typeof readyToMerge>) => (await readyToMerge(...asked))();
  const merged = async (kept: ContactId, other: ContactId, choices: Record<string, string> = {}) => {
    const { status, body } = await merge(kept, other, choices);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body._id as MergeId;
  };
  const undo = (id: MergeId) => call('POST', `/merges/${id}/undo`, {});
  const contact = async (id: ContactId) => (await call('GET', `/contacts/${id}`)).body.customer;
  const create = async (form: object) => (await call('POST', '/contacts', form)).body._id as ContactId;
  const timeline = async (id: ContactId): Promise<Body[]> =>
    (await call('GET', `/contacts/${id}/timeline?limit=100`)).body.data;
  const kinds = async (id: ContactId) => (await timeline(id)).map<string>(({ kind }) => kind).toSorted();
  return {
    ...company,
    unit,
    survey,
    headers,
    call,
    compare,
    readyToMerge,
    merge,
    merged,
    undo,
    contact,
    create,
    timeline,
    kinds,
  };
}
export type MergeWorkplace = Awaited<ReturnType<typeof mergeWorkplace>>;

/** Two people whom one send wrote to, each with the link of their message; and one of a send of its own. */
export async function invitedToMerge(context: TestContext, { unit, survey }: MergeWorkplace) {
  const executedAt = new Date(context.clock.now().getTime() - 3_600_000);
  const { links } = await createSentInvitations(context, { ...unit, ...survey, count: 2, executedAt });
  const alone = await createSentInvitations(context, { ...unit, ...survey, count: 1, executedAt });
  const [kept, other] = links as [(typeof links)[0], (typeof links)[0]];
  return { kept, other, alone: alone.links[0]! };
}

export async function answerLink(
  context: TestContext,
  link: { token: string; responseId: string },
  score: number,
  why = `Nota ${score}`,
) {
  const payload = { responseId: link.responseId, seq: 1, answers: { score, why }, complete: true };
  const taken = await context.app.inject({ method: 'POST', url: `/api/answers/${link.token}`, payload });
  expect(taken.statusCode).toBe(200);
}

/** Presses the button of the link; `back=1` is that which takes it back. */
export async function unsubscribeLink(context: TestContext, token: string, payload: '' | 'back=1' = '') {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return context.app.inject({ method: 'POST', url: `/u/${token}`, headers: form, payload });
}
