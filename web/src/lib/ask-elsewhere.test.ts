import { expect, onTestFinished, test, vi } from 'vitest';
import { askElsewhere } from '#web/lib/ask-elsewhere.ts';
import { chooseUnit } from '#web/lib/unit.ts';
import { rememberSession } from '#web/lib/session.ts';
import { testUser, unitId } from '#web/testing/render-app.tsx';

// That nothing else asks a host that is not ours: tools/checks/outside-calls.test.ts.
test('[CALL-05] a host that is not ours gets no Authorization, company, business and credentials', async () => {
  const address = 'https://crm.example/v1/contacts?limit=1';
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
