import { describe, expect, test } from 'vitest';
import { usualRateLimits } from '#platform/config/rate-limits.ts';
import type { RateLimits } from '#platform/config/rate-limits.ts';
import { createInvitations } from '../../testing/response-factories.ts';
import { openTestContext, testContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';

/** What the two public endpoints of answers let in, and what a refusal costs: counted in statuses, bytes and fields. */

const context = testContext();

const notOurs = 'x'.repeat(54);
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

function ask(url: string, payload: string, headers: Record<string, string>) {
  return context.app.inject({ method: 'POST', url, headers, payload });
}

function manyAnswers(count: number, value: unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, value]));
}

describe('the call that records an answer', () => {
  test('a link that is not ours is refused before the body is read, whatever the body is', async () => {
    const { token } = await createInvitations(context);
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
    const { token, responseId } = await createInvitations(context);
    const step = { responseId, seq: 1, answers: manyAnswers(4_000, []) };
    const reply = await ask(`/api/answers/${token}`, JSON.stringify(step), json);
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { code: 'INVALID_INPUT', message: 'INVALID_INPUT', params: { fields: [{ path: 'answers', rule: 'custom' }] } },
    ]);
  });

  test('lists twenty problems of many, of the form and of the survey alike', async () => {
    const { token, responseId } = await createInvitations(context);
    const send = (answers: object) =>
      ask(`/api/answers/${token}`, JSON.stringify({ responseId, seq: 1, answers }), json);
    const wrong = (await send(manyAnswers(100, []))).json();
    expect([wrong.code, wrong.params.fields.length]).toEqual(['INVALID_INPUT', 20]);
    const unknown = (await send(manyAnswers(100, 5))).json();
    expect([unknown.code, unknown.params.problems.length]).toEqual(['ANSWERS_NOT_VALID', 20]);
    expect(unknown.params.problems[19]).toEqual({ key: 'q19', rule: 'unknown' });
  });

  test('a problem is named in 200 characters at most', async () => {
    const { token, responseId } = await createInvitations(context);
    const step = { responseId, seq: 1, answers: { ['k'.repeat(50_000)]: 5 } };
    const reply = await ask(`/api/answers/${token}`, JSON.stringify(step), json);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().params.fields[0].path).toHaveLength(200);
  });
});

describe('the form', () => {
  test('a link that is not ours is refused before the form is read', async () => {
    const { token } = await createInvitations(context);
    const tooLong = `t.why=${'x'.repeat(70_000)}`;
    expect((await ask(`/r/${notOurs}`, tooLong, form)).statusCode).toBe(404);
    expect((await ask(`/u/${notOurs}`, tooLong, form)).statusCode).toBe(404);
    expect((await ask(`/r/${token}`, tooLong, form)).statusCode).toBe(422);
    const asJson = JSON.stringify({ why: 'x'.repeat(70_000) });
    expect((await ask(`/r/${token}`, asJson, json)).statusCode).toBe(422);
  });

  test('one with more fields than a page of ours has is shown the empty page again, and nothing is stored', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
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
    const stored = await context.database.withCompany(companyId, (tx) =>
      tx.selectFrom('responses').select('id').where('company_id', '=', companyId).execute(),
    );
    expect(stored).toEqual([]);
  });
});

describe('limits', () => {
  const allowing = (changes: Partial<RateLimits>) => ({ rateLimits: { ...usualRateLimits, ...changes } });
  const fewPerAddress = allowing({ address: { burst: 3, perMinute: 6 } });
  const fewPerLink = allowing({ link: { burst: 2, perMinute: 6 } });

  /** A server with limits, and its three endpoints as somebody at an address calls them: the status of each. */
  async function open(config: Partial<TestContext['config']>) {
    const opened = await openTestContext({ trustedProxies: 1, ...config });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    return {
      ...opened,
      page: async (path: string, address: string) =>
        (await opened.app.inject({ url: path, headers: from(address) })).statusCode,
      post: (path: string, address: string, fields: Record<string, string>) =>
        opened.app.inject({
          method: 'POST',
          url: path,
          headers: { ...form, ...from(address), 'accept-language': 'es' },
          payload: new URLSearchParams(fields).toString(),
        }),
      record: (token: string, address: string, payload: object | string) =>
        opened.app.inject({
          method: 'POST',
          url: `/api/answers/${token}`,
          headers: { ...json, ...from(address) },
          payload,
        }),
    };
  }

  test('an address has one allowance for pages, forms and calls, true links and guessed ones, and gets it back', async () => {
    const limited = await open(fewPerAddress);
    const { token, responseId } = await createInvitations(limited);
    const step = { responseId, seq: 1, answers: { score: 9 } };
    const [here, there] = ['203.0.113.7', '203.0.113.8'];
    expect(await limited.page(`/r/${token}`, here)).toBe(200);
    expect((await limited.record(notOurs, here, '{ no json')).statusCode).toBe(404);
    expect(await limited.page(`/u/${notOurs}`, here)).toBe(404);
    const refused = await limited.record(token, here, step);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '10',
      { code: 'TOO_MANY_REQUESTS', message: 'TOO_MANY_REQUESTS', params: { retryAfter: 10 } },
    ]);
    expect(await limited.page(`/r/${token}`, here)).toBe(429);
    expect((await limited.record(token, there, step)).statusCode).toBe(200);
    limited.clock.advance(10_000);
    expect((await limited.record(token, here, step)).statusCode).toBe(200);
    await limited.close();
  });

  test('addresses of one IPv6 network are one address', async () => {
    const limited = await open(fewPerAddress);
    for (const host of [1, 2, 3]) expect(await limited.page(`/r/${notOurs}`, `2001:db8::${host}`)).toBe(404);
    expect(await limited.page(`/r/${notOurs}`, '2001:db8::4')).toBe(429);
    expect(await limited.page(`/r/${notOurs}`, '2001:db8:0:1::4')).toBe(404);
    await limited.close();
  });

  test('a link has its allowance wherever it is opened, also when its last character is written another way', async () => {
    const limited = await open(fewPerLink);
    const { links } = await createInvitations(limited, { count: 2 });
    const [one = '', two = ''] = links.map(({ token }) => token);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const same = `${one.slice(0, -1)}${alphabet[alphabet.indexOf(one.at(-1) ?? '') + 1]}`;
    expect(await limited.page(`/r/${one}`, '203.0.113.7')).toBe(200);
    expect(await limited.page(`/r/${same}`, '203.0.113.8')).toBe(200);
    expect(await limited.page(`/u/${one}`, '203.0.113.9')).toBe(429);
    expect(await limited.page(`/r/${two}`, '203.0.113.9')).toBe(200);
    await limited.close();
  });

  test('a form that comes too often stays in the page, and its button sends it again', async () => {
    const limited = await open(fewPerLink);
    const { token, responseId, companyId } = await createInvitations(limited);
    const fields = { r: responseId, s: '1', q: 'why', c: '1', 'n.score': '9', 't.why': 'Muy rico' };
    for (let opened = 0; opened < 2; opened += 1) await limited.page(`/r/${token}`, '203.0.113.7');
    const busy = await limited.post(`/r/${token}`, '203.0.113.7', fields);
    expect([busy.statusCode, busy.headers['retry-after'], busy.body.includes('Muy rico')]).toEqual([429, '10', true]);
    expect(busy.body).toContain('<html lang="es');
    limited.clock.advance(10_000);
    expect((await limited.post(`/r/${token}`, '203.0.113.7', fields)).statusCode).toBe(303);
    const stored = await limited.database.withCompany(companyId, (tx) =>
      tx.selectFrom('responses').select('comment').where('company_id', '=', companyId).execute(),
    );
    expect(stored).toEqual([{ comment: 'Muy rico' }]);

    for (let pressed = 0; pressed < 3; pressed += 1) await limited.post(`/u/${token}`, '203.0.113.7', {});
    expect((await limited.post(`/u/${token}`, '203.0.113.7', {})).statusCode).toBe(429);
    await limited.close();
  });
});
