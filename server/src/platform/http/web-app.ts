import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { App } from '#platform/http/app.ts';

const builtWeb = join(import.meta.dirname, '../../../../web/dist');
const noncePlaces = { style: '__CSP_NONCE__', script: '__CSP_SCRIPT_NONCE__' };
/** Paths that are not pages of the web app: an unknown one of them is an honest 404. */
const notPages = /^\/(api|r|u|dev|assets)(\/|$)/;

/** Serves the built web app, and its one page for every path that is not something else's. */
export async function serveWebApp(app: App): Promise<void> {
  const page = readPage('index.html');
  const loginPage = readPage('login.html');
  if (page !== undefined) {
    // Some eight hundred, looked up when they are asked for: a route of each would cost every start of the server. Their names
    // hold their content's hash.
    await app.register(fastifyStatic, {
      ...builtFiles('public, max-age=31536000, immutable'),
      root: join(builtWeb, 'assets'),
      prefix: '/assets/',
    });
    await app.register(fastifyStatic, {
      ...builtFiles('public, max-age=3600'),
      root: builtWeb,
      wildcard: false,
      globIgnore: ['assets/**'],
      decorateReply: false,
    });
    app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply, page));
    if (loginPage !== undefined)
      app.get('/login', { schema: { hide: true } }, (_request, reply) => sendPage(reply, loginPage));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (page !== undefined && request.method === 'GET' && !notPages.test(path)) return sendPage(reply, page);
    return reply.code(404).send({ code: 'NOT_FOUND', message: 'NOT_FOUND', params: {} });
  });
}

/** How built files are served: as they were compressed, and for as long as `cacheControl` says. */
function builtFiles(cacheControl: string): Pick<FastifyStaticOptions, 'index' | 'preCompressed' | 'setHeaders'> {
  return {
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      void reply.header('cache-control', cacheControl);
      if (pageParts.test(path)) for (const name of headersOfPages) reply.raw.removeHeader(name);
    },
  };
}

/** What a page brings along under its own policy. A service worker is none of it: its policy is that of its reply. */
const pageParts = /\/assets\/[^/]+\.(js|css|woff2)(\.gz|\.br)?$/;
/** A browser reads them of what it draws in a window, and of workers: beside each of sixty files they are half a kilobyte. */
const headersOfPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** A page of the built web app; undefined where it has not been built. */
function readPage(name: string): string | undefined {
  const path = join(builtWeb, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      page.replaceAll(noncePlaces.style, reply.cspNonce.style).replaceAll(noncePlaces.script, reply.cspNonce.script),
    );
}
