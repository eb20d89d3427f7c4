import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';

/** What came of one request. */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** No connection came about, or it broke before the last byte of the request: the other side has read no whole request. */
  | { readonly kind: 'not_sent'; readonly isReached: boolean; readonly reason: string }
  /** Our own side said no; no byte left. */
  | { readonly kind: 'withheld' }
  /** The whole request left, and no whole answer came. */
  | { readonly kind: 'unanswered'; readonly reason: string };

export interface ExchangeRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent: http.Agent;
  readonly connectTimeoutMs: number;
  readonly answerTimeoutMs: number;
}

const answerBytesMax = 16 * 1024;

/**
 * Makes one HTTP request, and asks `mayLeave` when the connection stands, just before the first byte. Redirects are not
 * followed. Rejects with what `mayLeave` threw; then nothing has left.
 */
export function exchange(asked: ExchangeRequest, mayLeave: () => Promise<boolean>): Promise<Exchange> {
  const { url, method, headers, body = '', agent, connectTimeoutMs, answerTimeoutMs } = asked;
  const { request: open } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const request = open(url, { method, headers: { ...headers, 'content-length': Buffer.byteLength(body) }, agent });
    let isConnected = false;
    let isSent = false;
    let asking: Promise<boolean> | undefined;
    let timer: NodeJS.Timeout | undefined;

    function limit(ms: number, reason: string): void {
      clearTimeout(timer);
      timer = setTimeout(() => request.destroy(new Error(reason)), ms);
    }
    /** A question that is open is heard out first: its answer must not be written after what it was asked for. */
    async function end(exchanged: Exchange): Promise<void> {
      clearTimeout(timer);
      try {
        await asking;
        resolve(exchanged);
      } catch (error) {
        reject(error);
      }
    }
    async function leave(): Promise<void> {
      clearTimeout(timer);
      isConnected = true;
      asking = mayLeave();
      try {
        if (await asking) {
          if (request.destroyed) return; // it broke meanwhile, which `error` tells
          limit(answerTimeoutMs, `no answer within ${answerTimeoutMs} ms`);
          request.end(body);
          return;
        }
        resolve({ kind: 'withheld' });
      } catch (error) {
        reject(error);
      }
      request.destroy();
    }

    request.on('socket', (socket: Socket) => {
      limit(connectTimeoutMs, `no connection within ${connectTimeoutMs} ms`);
      whenOpen(socket, url, () => void leave());
    });
    request.on('finish', () => {
      isSent = true;
    });
    request.on('response', (response) => {
      readBounded(response, (answer) => void end({ kind: 'answered', status: response.statusCode ?? 0, body: answer }));
    });
    request.on('error', ({ message }) => {
      void end(
        isSent
          ? { kind: 'unanswered', reason: message }
          : { kind: 'not_sent', isReached: isConnected, reason: message },
      );
    });
  });
}

/** A connection that was kept is open already; a new one when it stands, over TLS when its handshake is through. */
function whenOpen(socket: Socket, url: URL, isOpen: () => void): void {
  if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', isOpen);
  else isOpen();
}

/** Reads an answer up to a limit; what is beyond it is cut off with the connection. An answer that breaks off is as it is. */
function readBounded(response: http.IncomingMessage, tell: (body: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > answerBytesMax) response.destroy();
  });
  response.on('error', () => undefined);
  response.on('close', () => tell(Buffer.concat(chunks).toString('utf8').slice(0, answerBytesMax)));
}
