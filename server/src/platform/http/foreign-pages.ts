import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#platform/http/refusal.ts';

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const ownSites: readonly unknown[] = ['same-origin', 'none'];

/**
 * Refuses FORBIDDEN to calls that change something, carry a cookie and come from a page of another origin. The company
 * header keeps those pages out already (decision 13); this holds if one day it does not. Calls without a cookie carry
 * nothing that a browser adds by itself, and answers come from wherever a survey is shown.
 */
export function keepForeignPagesOut(app: FastifyInstance, publicUrl: string | undefined): void {
  const publicHost = publicUrl && new URL(publicUrl).host;
  app.addHook('onRequest', async (request) => {
    const { contractRoute } = request.routeOptions.config;
    if (!contractRoute || reading.includes(request.method) || request.headers.cookie === undefined) return;
    if (!isOwnPage(request, publicHost)) throw refuse('FORBIDDEN');
  });
}

/** As browsers tell: by Sec-Fetch-Site or, where they do not know it, by Origin. Programs tell neither. */
function isOwnPage({ headers }: FastifyRequest, publicHost: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return ownSites.includes(site);
  const { origin } = headers;
  if (origin === undefined) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  return host !== '' && (host === headers.host || host === publicHost);
}
