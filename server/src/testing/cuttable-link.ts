import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A wire between a program and a server that a test cuts, and mends again. */
export interface CuttableLink {
  /** The address of the server with the link's port in it. */
  readonly url: string;
  /** Resets every connection and refuses new ones until `mend`. */
  cut(): Promise<void>;
  /** Lets requests through and drops the answers: what is asked is done, and nobody hears of it. Ends with `cut`. */
  loseAnswers(): void;
  /**
   * Lets the next request with these words through and keeps the answers to its connection, until `mend`: the server
   * has done it and waits for what comes next. Settles with the port from which the server sees the connection.
   */
  holdAnswersTo(words: string): Promise<number>;
  /** Lets no byte through in either direction, connections stay open: a network that swallows everything. */
  stall(): void;
  /** Ends what `cut`, `stall` or `holdAnswersTo` began. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a link on a loopback port to the server that `url` names. */
export async function openCuttableLink(url: string): Promise<CuttableLink> {
  const target = new URL(url);
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let isStalled = false;
  let areAnswersLost = false;
  let awaited: { readonly words: string; readonly caught: (port: number) => void } | undefined;
  let port = 0;
  let server: Server | undefined = await listen();

  async function listen(): Promise<Server> {
    const listening = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      const pair = { near, far };
      pairs.add(pair);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.on('data', (bytes) => {
          if (one === near && awaited && bytes.includes(awaited.words)) {
            far.pause();
            awaited.caught(far.localPort ?? 0);
            awaited = undefined;
          }
          if (one === near || !areAnswersLost) other.write(bytes);
        });
        one.on('end', () => other.end());
        // A reset on one side is a reset on the other.
        one.on('error', () => other.resetAndDestroy());
        one.on('close', () => pairs.delete(pair));
      }
      if (isStalled) for (const socket of [near, far]) socket.pause();
    });
    listening.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    port = (listening.address() as AddressInfo).port;
    return listening;
  }

  async function refuse(): Promise<void> {
    const closing = server;
    server = undefined;
    areAnswersLost = false;
    const closed = closing && new Promise((resolve) => closing.close(resolve));
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
    await closed;
  }

  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    cut: refuse,
    loseAnswers() {
      areAnswersLost = true;
    },
    holdAnswersTo: (words) => new Promise((caught) => (awaited = { words, caught })),
    stall() {
      isStalled = true;
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.pause();
    },
    async mend() {
      isStalled = false;
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.resume();
      server ??= await listen();
    },
    close: refuse,
  };
}
