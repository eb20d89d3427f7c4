import type { Page, Request } from '@playwright/test';

/** The calls of the API that the page makes from now on. */
export function listCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request);
  });
  return calls;
}
