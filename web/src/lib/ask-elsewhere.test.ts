import { expect, onTestFinished, test, vi } from 'vitest';
import { askElsewhere } from '#web/lib/ask-elsewhere.ts';
import { chooseUnit } from '#web/lib/unit.ts';
import { rememberSession } from '#web/lib/session.ts';
import { testUser, unitId } from '#web/testing/render-app.tsx';

test.each([
  ['a look-up of postal codes', 'https://postal.example/ws/01310-100/json'],
  ['a service of an integration', 'https://integrations.example/status'],
  ['a CRM', 'https://crm.example/v1/contacts?limit=1'],
  ['a CDN', 'https://cdn.example/flags/br.svg'],
])('[CALL-05] %s gets no Authorization, company, business and credentials', async (_what, address) => {
  rememberSession(testUser(), 'the-token');
  chooseUnit(unitId);
  const asked: Request[] = [];
  vi.stubGlobal('fetch', (to: string, given: RequestInit) => {
    asked.push(new Request(to, given));
    return Promise.resolve(new Response('{}'));
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await askElsewhere(address, { signal: AbortSignal.timeout(1_000) });
  const [request] = asked;
  expect(request).toMatchObject({ url: address, method: 'GET', credentials: 'omit', referrerPolicy: 'no-referrer' });
  expect([...request!.headers.keys()]).toEqual([]);
});
