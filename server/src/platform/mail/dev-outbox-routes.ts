import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#platform/http/app.ts';
import { framedMessage, outboxListPage, outboxMessagePage } from './dev-outbox-page.ts';
import { openOutbox } from './outbox.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

const pageSize = 50;
/** How far back a search looks. */
const searchedMax = 4_000;
const batch = 200;
/** A message draws with its own styles and pictures, runs nothing, and is framed by us alone. */
const messagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'";

type Query = { search?: string; after?: string };

/** `/dev/outbox`: what the demo has sent, as its receivers see it. Registered in development only. */
export async function devOutboxRoutes(app: App, folder: string): Promise<void> {
  const outbox = await openOutbox(folder);
  const hidden = { schema: { hide: true } };

  app.get<{ Querystring: Query }>('/dev/outbox', hidden, async ({ query }, reply) => {
    const search = String(query.search ?? '').trim();
    const after = query.after ? { after: String(query.after) } : {};
    const { entries, total, next } = search
      ? await searchOutbox(outbox, search)
      : { next: undefined, ...(await outbox.list({ limit: pageSize, ...after })) };
    return reply
      .type('text/html; charset=utf-8')
      .send(outboxListPage({ entries, total, search, next, nonce: reply.cspNonce.style }));
  });

  app.get<{ Params: { id: string } }>('/dev/outbox/:id', hidden, async ({ params }, reply) => {
    const message = await outbox.read(params.id);
    if (!message) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').send(outboxMessagePage({ message, nonce: reply.cspNonce.style }));
  });

  app.get<{ Params: { id: string } }>('/dev/outbox/:id/html', hidden, async ({ params }, reply) => {
    const message = await outbox.read(params.id);
    if (!message) return reply.callNotFound();
    return reply
      .header('content-security-policy', messagePolicy)
      .type('text/html; charset=utf-8')
      .send(framedMessage(message));
  });

  app.get<{ Params: { id: string } }>('/dev/outbox/:id/raw', hidden, async ({ params }, reply) => {
    const message = await outbox.read(params.id);
    if (!message) return reply.callNotFound();
    return reply.type('text/plain; charset=utf-8').send(await readFile(join(folder, `${message.id}.eml`)));
  });
}

/** The newest messages whose address or subject holds the words. */
async function searchOutbox(
  outbox: Outbox,
  search: string,
): Promise<{ entries: OutboxEntry[]; total: number; next: undefined }> {
  const words = search.toLowerCase();
  const entries: OutboxEntry[] = [];
  let after: string | undefined;
  for (let looked = 0; looked < searchedMax && entries.length < pageSize; looked += batch) {
    const page = await outbox.list({ limit: batch, ...(after ? { after } : {}) });
    entries.push(...page.entries.filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(words)));
    after = page.next;
    if (!after) break;
  }
  return { entries: entries.slice(0, pageSize), total: entries.length, next: undefined };
}
