import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** A question may be on its way over a connection whose owner has not heard yet that we stop. */
const defaultIdleGraceMs = 1_000;
const sweepMs = 100;

/**
 * Watches over a server, and returns how to end it without losing a question: it takes no more connections, answers what
 * is under way and what still arrives on open ones, and says `Connection: close` with each answer. Settles when the last
 * connection is gone; one that nobody uses has `idleGraceMs`.
 */
export function openDrain(server: Server, { idleGraceMs = defaultIdleGraceMs } = {}): () => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isDraining) closeAfter(response);
  });

  return async () => {
    isDraining = true;
    for (const response of underWay) closeAfter(response);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    // NOTE: the close of an HTTP server also cuts off idle connections, and with them the questions on their way.
    NetServer.prototype.close.call(server, () => resolve());
    // A proxy keeps its connection for a next question that may never come, which would hold the stop up.
    let sweep: NodeJS.Timeout | undefined;
    const grace = setTimeout(() => {
      server.closeIdleConnections();
      sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    }, idleGraceMs);
    await ended;
    clearTimeout(grace);
    clearInterval(sweep);
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
