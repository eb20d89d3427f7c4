import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketHandler } from '@electric-sql/pglite-socket';
import { ExchangeQueue } from './exchange-queue.ts';
import { signIn } from './sign-in.ts';

export interface DatabaseServer {
  readonly port: number;
  /** How many clients have signed in and are still there. */
  countClients(): number;
  /** Takes nobody in any more, and leaves those that are there. */
  close(): Promise<void>;
}

// The pools of api, worker and job library together, with room for a developer's psql.
const clientsMax = 50;
// Whoever is only asked for the password keeps nobody out who knows it.
const strangersMax = 50;

type QueueOfHandler = ConstructorParameters<typeof PGLiteSocketHandler>[0]['queryQueue'];

/**
 * Serves a PGlite engine on 127.0.0.1:`port` (0 = any free port) to whoever knows the password. The package's own server
 * knows no password and mixes connections up; its handler of one connection speaks the protocol here, behind ours.
 */
export async function serveDatabase(
  database: PGlite,
  { port, password }: { port: number; password: string },
): Promise<DatabaseServer> {
  const clients = new Set<PGLiteSocketHandler>();
  const strangers = new Set<Socket>();
  // Its class is private to the package: only what the handler calls is there.
  const queryQueue = new ExchangeQueue(database) as unknown as QueueOfHandler;

  async function takeIn(socket: Socket): Promise<void> {
    // A client that breaks off is no failure of ours.
    const ignore = () => undefined;
    socket.on('error', ignore);
    strangers.add(socket);
    const isKnown = await signIn(socket, password).finally(() => strangers.delete(socket));
    if (!isKnown || socket.destroyed) return;
    if (clients.size >= clientsMax || !server.listening) return void socket.destroy();
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true });
    clients.add(handler);
    for (const end of ['error', 'close']) handler.addEventListener(end, () => clients.delete(handler));
    await handler.attach(socket);
    socket.resume();
  }

  const server = createServer((socket) => {
    if (strangers.size >= strangersMax) socket.destroy();
    else void takeIn(socket);
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', resolve);
  await listening;
  return {
    port: (server.address() as AddressInfo).port,
    countClients: () => clients.size,
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of strangers) socket.destroy();
      await Promise.all([...clients].map((handler) => handler.detach(true)));
      await closed;
    },
  };
}
