import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInvitations } from '../../testing/response-factories.ts';
import { openTestHouse } from '../../testing/test-house.ts';
import type { TestHouse } from '../../testing/test-house.ts';

/** What the two open doors of answers let in, and what a refusal costs: counted in statuses, bytes and fields. */

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const notOurs = 'x'.repeat(54);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

function ask(url: string, payload: string, headers: Record<string, string>) {
  return house.app.inject({ method: 'POST', url, headers, payload });
}

function manyAnswers(count: number, value: unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, value]));
}

describe('the call that records an answer', () => {
  test('a link that is not ours is refused before the body is read, whatever the body is', async () => {
    const { token } = await createInvitations(house);
    const tooLong = JSON.stringify({ answers: 'x'.repeat(70_000) });
    for (const [link, payload, expected] of [
      [notOurs, '{ no json', [404, 'LINK_NOT_VALID']],
      ['not even in the form of one', '{ no json', [404, 'LINK_NOT_VALID']],
      [notOurs, tooLong, [404, 'LINK_NOT_VALID']],
      // The same bodies behind a link of ours are read, so it is the link that kept them out.
      [token, '{ no json', [400, 'INVALID_INPUT']],
      [token, tooLong, [413, 'TOO_LARGE']],
    ] as const) {
      const reply = await ask(`/api/answers/${encodeURIComponent(link)}`, payload, json);
      expect([reply.statusCode, reply.json().code]).toEqual(expected);
    }
  });

  test('more answers than a survey has questions are one problem: no value is looked at', async () => {
    const { token, responseId } = await createInvitations(house);
    const step = { responseId, seq: 1, answers: manyAnswers(4_000, []) };
    const reply = await ask(`/api/answers/${token}`, JSON.stringify(step), json);
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { code: 'INVALID_INPUT', message: 'INVALID_INPUT', params: { fields: [{ path: 'answers', rule: 'custom' }] } },
    ]);
  });

  test('lists twenty problems of many, of the form and of the survey alike', async () => {
    const { token, responseId } = await createInvitations(house);
    const send = (answers: object) =>
      ask(`/api/answers/${token}`, JSON.stringify({ responseId, seq: 1, answers }), json);
    const wrong = (await send(manyAnswers(100, []))).json();
    expect([wrong.code, wrong.params.fields.length]).toEqual(['INVALID_INPUT', 20]);
    const unknown = (await send(manyAnswers(100, 5))).json();
    expect([unknown.code, unknown.params.problems.length]).toEqual(['ANSWERS_NOT_VALID', 20]);
    expect(unknown.params.problems[19]).toEqual({ key: 'q19', rule: 'unknown' });
  });

  test('a problem is named in 200 characters at most', async () => {
    const { token, responseId } = await createInvitations(house);
    const step = { responseId, seq: 1, answers: { ['k'.repeat(50_000)]: 5 } };
    const reply = await ask(`/api/answers/${token}`, JSON.stringify(step), json);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().params.fields[0].path).toHaveLength(200);
  });
});

describe('the form', () => {
  test('a link that is not ours is refused before the form is read', async () => {
    const { token } = await createInvitations(house);
    const tooLong = `t.why=${'x'.repeat(70_000)}`;
    expect((await ask(`/r/${notOurs}`, tooLong, form)).statusCode).toBe(404);
    expect((await ask(`/u/${notOurs}`, tooLong, form)).statusCode).toBe(404);
    expect((await ask(`/r/${token}`, tooLong, form)).statusCode).toBe(422);
    const asJson = JSON.stringify({ why: 'x'.repeat(70_000) });
    expect((await ask(`/r/${token}`, asJson, json)).statusCode).toBe(422);
  });

  test('one with more fields than a page of ours has is shown the empty page again, and nothing is stored', async () => {
    const { token, responseId, companyId } = await createInvitations(house);
    const send = (extra: number) => {
      const fields = new URLSearchParams({ r: responseId, s: '1', q: 'score', 'n.score': '9', 't.why': 'Ótimo' });
      for (let at = 0; at < extra; at += 1) fields.append(`t.extra${at}`, 'kept in the page');
      return ask(`/r/${token}`, fields.toString(), form);
    };
    const most = 204;
    const refused = await send(most - 4);
    expect([refused.statusCode, refused.body.includes('kept in the page'), refused.body.includes('Ótimo')]).toEqual([
      422,
      false,
      false,
    ]);
    const stored = await house.database.withCompany(companyId, (tx) =>
      tx.selectFrom('responses').select('id').where('company_id', '=', companyId).execute(),
    );
    expect(stored).toEqual([]);
  });
});
