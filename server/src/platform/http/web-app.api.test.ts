// cspell:ignore findex flogin
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();
const built = join(import.meta.dirname, '../../../../web/dist');

describe('the built web app', () => {
  const get = (url: string, headers: Record<string, string> = {}) => context.app.inject({ url, headers });
  /** A script of the build that is there compressed as well. */
  const script = () => {
    const names = new Set(readdirSync(join(built, 'assets')));
    const name = [...names].find((one) => one.endsWith('.js') && names.has(`${one}.br`));
    if (name === undefined) throw new Error('the build has no compressed script');
    return `/assets/${name}`;
  };

  test('keeps what is named by its content for a year, and sends it as it was compressed', async () => {
    const packed = await get(script(), { 'accept-encoding': 'br' });
    expect(packed.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const plain = await get(script());
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.rawPayload.length).toBeGreaterThan(packed.rawPayload.length);
  });

  test('sends with a script what a browser heeds of one, and the policies of pages with pages and with whatever runs by itself', async () => {
    const ofPages = ['content-security-policy', 'permissions-policy', 'x-frame-options'];
    for (const encoding of ['br', 'identity']) {
      const { statusCode, headers } = await get(script(), { 'accept-encoding': encoding });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
      for (const name of ofPages) expect(headers).not.toHaveProperty(name);
    }
    for (const path of ['/login', '/service-worker.js', '/mark.svg', '/assets/none.js']) {
      const { headers } = await get(path);
      for (const name of ofPages) expect([path, name, headers[name]]).toEqual([path, name, expect.any(String)]);
    }
  });

  test('keeps what is named for good for an hour', async () => {
    expect(await get('/mark.svg')).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' },
    });
  });

  test('answers its page for any path of a page, and NOT_FOUND for a file that is not there', async () => {
    for (const path of ['/', '/contatos', '/customer-feedback/none.png'])
      expect((await get(path)).headers['content-type']).toContain('text/html');
    for (const path of ['/assets', '/assets/none.js'])
      expect([path, (await get(path)).json()]).toEqual([path, expect.objectContaining({ code: 'NOT_FOUND' })]);
  });

  test('sends nothing from outside the folder of a path', async () => {
    for (const path of ['/assets/..%2findex.html', '/assets/x/..%2f..%2flogin.html', '/assets/']) {
      const { statusCode, headers } = await get(path);
      expect([path, statusCode >= 400, headers['content-type']]).toEqual([path, true, expect.stringContaining('json')]);
    }
  });
});
