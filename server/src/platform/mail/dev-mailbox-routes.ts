import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isLoopback } from '#platform/config/config.ts';
import type { App } from '#platform/http/app.ts';
import { messageDocument, devMailboxListPage, devMailboxMessagePage } from './dev-mailbox-page.ts';
import { openDevMailbox } from './dev-mailbox.ts';
import type { DevMailbox } from './dev-mailbox.ts';

const pageSize = 50;
const id = z.object({ id: z.string().regex(/^\d{13}-[0-9a-f]{12}$/) });
const listQuery = z.object({ to: z.string().max(254).default(''), after: id.shape.id.optional() });
const messageQuery = z.object({ view: z.enum(['html', 'text', 'headers']).default('html') });

/**
 * `/dev/mailbox`: reads the messages that the development mail server kept. For `main` to register in development only:
 * it shows every message to whoever can reach the port. Not to whoever comes through a proxy, or by another name than this
 * machine's own: then it is not our own person who asks, or a page of elsewhere whose name was turned to us (DNS rebinding).
 */
export function devMailboxRoutes(app: App, folder: string): void {
  void app.register(async (ours) => {
    ours.addHook('onRequest', async (request, reply) => {
      if (!isAskedHere(request)) return notFound(reply);
    });
    mailboxRoutes(ours, folder);
  });
}

function isAskedHere({ headers }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return !isPassedOn && isLoopback(host);
}

function mailboxRoutes(app: App, folder: string): void {
  let opened: Promise<DevMailbox> | undefined;
  const mailbox = () => (opened ??= openDevMailbox(folder));
  const hide = true;

  app.get('/dev/mailbox', { schema: { hide, querystring: listQuery } }, async (request, reply) => {
    const { to, after } = request.query as z.infer<typeof listQuery>;
    const page = await (await mailbox()).list({ limit: pageSize, after, to: to.trim() || undefined });
    return ourPage(reply, (nonce) => devMailboxListPage(page, { to }, nonce));
  });

  app.get('/dev/mailbox/:id', { schema: { hide, params: id, querystring: messageQuery } }, async (request, reply) => {
    const message = await (await mailbox()).read((request.params as z.infer<typeof id>).id);
    if (!message) return notFound(reply);
    const { view } = request.query as z.infer<typeof messageQuery>;
    return ourPage(reply, (nonce) => devMailboxMessagePage(message, view, nonce));
  });

  app.get('/dev/mailbox/:id/html', { schema: { hide, params: id } }, async (request, reply) => {
    const message = await (await mailbox()).read((request.params as z.infer<typeof id>).id);
    if (!message) return notFound(reply);
    // What a mail program would do: inline styles and pictures, no script, no form, no frame but ours around it.
    const policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; font-src https:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
    return answer(reply, policy, messageDocument(message)).header('x-frame-options', 'SAMEORIGIN');
  });

  app.get('/dev/mailbox/:id/raw', { schema: { hide, params: id } }, async (request, reply) => {
    const { id: name } = request.params as z.infer<typeof id>;
    const raw = await (await mailbox()).raw(name);
    if (!raw) return notFound(reply);
    return reply.type('message/rfc822').header('content-disposition', `attachment; filename="${name}.eml"`).send(raw);
  });
}

function ourPage(reply: FastifyReply, render: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return answer(
    reply,
    `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    render(nonce),
  );
}

function answer(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

function notFound(reply: FastifyReply): FastifyReply {
  return answer(
    reply.code(404),
    "default-src 'none'",
    '<!doctype html><title>Not found</title><p>This message is not in the mailbox.',
  );
}
