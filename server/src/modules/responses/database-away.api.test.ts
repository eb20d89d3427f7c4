import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { CuttableLink } from '../../testing/cuttable-link.ts';
import { signedIn } from '../../testing/factories.ts';
import { answersLeft, createInvitations } from '../../testing/response-factories.ts';
import { openCuttableContext } from '../../testing/test-context.ts';
import type { TestContext } from '../../testing/test-context.ts';

/** The api while its database is away: connections are reset and new ones refused, and later it is there again. */

let context: TestContext;
let link: CuttableLink;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ context, link, close } = await openCuttableContext());
});
afterAll(() => close());

const words = 'O café da manhã,\nfoi “ótimo” & <caprichado>';

function post(url: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'pt-BR' };
  return context.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() });
}

/** The hidden fields of the page's form, as its button sends them. */
function keptFields(html: string): Record<string, string> {
  const unescape = (text: string) =>
    text.replace(/&(lt|gt|quot|amp|#x27);/g, (mark) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"' })[mark] ?? '&');
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [unescape(name), unescape(value)]));
}

test('every call is refused in words with when to try again, and works once it is back', async () => {
  const { headers } = await signedIn(context);
  const ask = () => context.app.inject({ url: '/api/contacts', headers });
  expect((await ask()).statusCode).toBe(200);
  await link.cut();
  for (let time = 0; time < 3; time += 1) {
    const away = await ask();
    expect([away.statusCode, away.headers['retry-after'], away.json()]).toEqual([
      503,
      '5',
      { code: 'UNAVAILABLE', message: 'UNAVAILABLE', params: { retryAfter: 5 } },
    ]);
  }
  expect((await context.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect((await context.app.inject({ url: '/readyz' })).statusCode).toBe(503);
  await link.mend();
  expect((await ask()).statusCode).toBe(200);
  expect((await context.app.inject({ url: '/readyz' })).statusCode).toBe(200);
});

test('connections that died while they were idle are no trouble of whoever asks next', async () => {
  const ask = () => context.database.withSystem((tx) => sql`SELECT 1`.execute(tx));
  await Promise.all([ask(), ask(), ask(), ask()]);
  await link.cut();
  await link.mend();
  await expect(ask()).resolves.toBeDefined();
});

test('a transaction that is cut fails by itself, and ends nothing else', async () => {
  const isOpen = Promise.withResolvers<void>();
  const isCut = Promise.withResolvers<void>();
  const working = context.database.withSystem(async (tx) => {
    await sql`SELECT 1`.execute(tx);
    isOpen.resolve();
    await isCut.promise;
    await sql`SELECT 1`.execute(tx);
  });
  await isOpen.promise;
  await link.cut();
  isCut.resolve();
  await expect(working).rejects.toMatchObject({ name: 'DatabaseAwayError' });
  await link.mend();
  await expect(context.database.withSystem((tx) => sql`SELECT 1`.execute(tx))).resolves.toBeDefined();
});

test.each([
  ['that was opened before', true],
  ['whose company is not known yet', false],
])('what a respondent typed stays in a page %s, and its button sends it again', async (_, isOpened) => {
  const { token, responseId, companyId } = await createInvitations(context);
  if (isOpened) await context.app.inject({ url: `/r/${token}` });
  await link.cut();
  const opened = await context.app.inject({ url: `/r/${token}`, headers: { 'accept-language': 'pt-BR' } });
  expect([opened.statusCode, opened.body.includes('Tente de novo')]).toEqual([503, true]);

  const sent = { r: responseId, s: '1', q: 'why', c: '1', 'n.score': '9', 't.why': words };
  const away = await post(`/r/${token}`, sent);
  expect([away.statusCode, away.body.includes('Não conseguimos guardar sua resposta')]).toEqual([503, true]);
  expect(away.body).toContain(`action="/r/${token}"`);
  expect(keptFields(away.body)).toEqual(sent);
  const fromTheScript = { responseId, seq: 1, answers: { score: 9, why: words }, complete: true };
  const ask = () => context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload: fromTheScript });
  expect((await ask()).statusCode).toBe(503);

  await link.mend();
  expect((await post(`/r/${token}`, keptFields(away.body))).statusCode).toBe(303);
  expect((await ask()).statusCode).toBe(200);
  const { responses } = await answersLeft(context, companyId);
  expect(responses).toMatchObject([{ id: responseId, score: 9, comment: words, status: 'complete' }]);
});
