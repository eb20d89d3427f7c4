import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '#platform/time/clock.ts';
import type { SmsMessage } from './sms-client.ts';

const bodyBytesMax = 16 * 1024;
/** How many messages are told of when somebody asks what became of them. */
const knownMax = 20_000;

const Message = z.object({
  id: z.string().min(1).max(100),
  to: z.string().regex(/^\+[1-9]\d{6,14}$/),
  from: z.string().max(20),
  text: z.string().min(1).max(2_000),
});

/** A text message as it arrived. */
export interface ReceivedSms extends SmsMessage {
  readonly receivedAt: Date;
}

export interface LoopbackProvider {
  /** As SMS_URL would be written. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A provider of SMS for development: on 127.0.0.1 only, it sends nothing on. A message is accepted after `store` resolved; a
 * `store` that fails defers it (503). The same id is taken once. Connections are those of one process.
 */
export async function startLoopbackProvider(options: {
  readonly store: (message: ReceivedSms) => Promise<void>;
  readonly onStoreFailed: (error: unknown) => void;
  readonly clock: Clock;
}): Promise<LoopbackProvider> {
  const known = new LRUCache<string, true>({ max: knownMax });

  async function take(request: http.IncomingMessage): Promise<[status: number, answer: object]> {
    const message = Message.safeParse(await readJson(request));
    if (!message.success) return [422, { code: 'invalid_message', message: z.prettifyError(message.error) }];
    const { id } = message.data;
    if (known.has(id)) return [200, { status: 'accepted' }];
    try {
      await options.store({ ...message.data, receivedAt: options.clock.now() });
    } catch (error) {
      options.onStoreFailed(error);
      return [503, { code: 'not_kept', message: 'The message could not be kept' }];
    }
    known.set(id, true);
    return [202, { status: 'accepted' }];
  }

  function tell(path: string): [status: number, answer: object] {
    const isKnown = known.has(path.slice(path.lastIndexOf('/') + 1));
    return isKnown ? [200, { status: 'accepted' }] : [404, { code: 'not_found' }];
  }

  const server = http.createServer((request, response) => {
    const answering = request.method === 'POST' ? take(request) : Promise.resolve(tell(request.url ?? ''));
    void answering.then(([status, answer]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages?connections=20&lookUp=yes`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body as JSON; undefined for one that is none, that is too long, or that breaks off. */
async function readJson(request: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyBytesMax) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
