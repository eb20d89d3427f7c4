import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPortal, parsePaymentsUrl } from './portal.ts';

test('the provider of payments is an address with its key, and none where nothing is set', () => {
  expect(parsePaymentsUrl('https://sk_live_1@api.stripe.com')).toEqual({
    origin: 'https://api.stripe.com',
    secretKey: 'sk_live_1',
  });
  expect(parsePaymentsUrl('http://sk_test_1@127.0.0.1:8080')?.origin).toBe('http://127.0.0.1:8080');
  expect(parsePaymentsUrl('')).toBeNull();
});

test.each([
  'https://api.stripe.com',
  'http://sk_live_1@api.stripe.com',
  'sk_live_1',
  'ftp://sk_live_1@api.stripe.com',
  'http://sk_live_1@127.evil.example',
  'http://sk_live_1@localhost.evil.example',
])('refuses %s without repeating what may be a key', (address) => {
  expect(() => parsePaymentsUrl(address)).toThrow(/^PAYMENTS_URL must be https:\/\/SECRET_KEY@host/);
});

describe('the portal of a provider', () => {
  /** Opens the portal of a provider that answers so. */
  async function openAt(answer: (path: string | undefined, reply: ServerResponse) => void) {
    const provider = createServer(({ url }, reply) => answer(url, reply));
    await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      provider.closeAllConnections();
      provider.close();
    });
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    return openPortal(
      { origin, secretKey: 'sk_test_1' },
      { customer: 'cus_1', returnUrl: 'https://escuta.example/billing' },
    );
  }
  const leadTo = (url: string) => openAt((_path, reply) => reply.end(JSON.stringify({ url })));

  test.each(['https://pay.example/p/1', 'http://127.0.0.1:8080/p/1'])('is at %s', async (url) => {
    expect(await leadTo(url)).toBe(url);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '/p/1', ''])('is not at %j', async (url) => {
    await expect(leadTo(url)).rejects.toThrow('Invalid URL');
  });

  test('is not where the provider sends us on to, and nobody there is told the key', async () => {
    const asked: (string | undefined)[] = [];
    const opening = openAt((path, reply) => {
      asked.push(path);
      if (path === '/elsewhere') reply.end(JSON.stringify({ url: 'https://pay.example/p/1' }));
      else reply.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(opening).rejects.toThrow('fetch failed');
    expect(asked).toEqual(['/v1/billing_portal/sessions']);
  });

  test('is not waited for longer than ten seconds', async () => {
    const after = AbortSignal.timeout.bind(AbortSignal);
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => after(ms / 1_000));
    onTestFinished(() => limit.mockRestore());
    await expect(openAt(() => {})).rejects.toThrow('aborted due to timeout');
    expect(limit).toHaveBeenCalledWith(10_000);
  });
});
