import { connect, createServer, type Server, type Socket } from 'node:net';

export interface LoadBalancer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Shares connections out among the `ports` of 127.0.0.1 in turn, as a proxy in front of several apis does. One that
 * refuses is left out for that connection; a connection to one that dies is closed, and the caller connects again.
 */
export async function openLoadBalancer(port: number, ports: readonly number[]): Promise<LoadBalancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    remember(client, open);
    const first = turn++;
    tryNext(ports.map((_, index) => ports[(first + index) % ports.length] ?? 0));

    function tryNext([next, ...others]: readonly number[]): void {
      if (next === undefined || client.destroyed) return void client.destroy();
      const api = connect({ host: '127.0.0.1', port: next, allowHalfOpen: true, noDelay: true });
      const refused = () => tryNext(others);
      api.once('error', refused);
      api.once('connect', () => {
        api.off('error', refused);
        remember(api, open);
        join(client, api);
      });
    }
  });
  await listen(server, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
}

function join(client: Socket, api: Socket): void {
  client.pipe(api);
  api.pipe(client);
  client.once('close', () => api.destroy());
  api.once('close', () => client.destroy());
}

function remember(socket: Socket, open: Set<Socket>): void {
  open.add(socket);
  // A broken connection is closed next, which is all that there is to do about it.
  socket.on('error', () => undefined);
  socket.once('close', () => open.delete(socket));
}

function listen(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host: '127.0.0.1', port }, () => resolve());
  return promise;
}
