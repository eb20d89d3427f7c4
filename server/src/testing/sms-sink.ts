import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SmsMessage } from '#platform/sms/sms-client.ts';

/** What the sink does with a message: `drop` takes it whole and closes the connection without an answer. */
export type SmsVerdict = 'accept' | 'drop' | { readonly status: number; readonly body?: object };

export interface SunkSms extends SmsMessage {
  readonly key: string | undefined;
  readonly authorization: string | undefined;
}

export interface SmsSink {
  /** As SMS_URL is written. */
  readonly url: string;
  readonly setting: 'SMS_URL';
  /** Every message that arrived whole, dropped ones too. */
  readonly messages: SunkSms[];
  close(): Promise<void>;
}

/**
 * A real provider of SMS on loopback that judges messages and look-ups as a test says. It takes whatever it is sent, also the
 * same message twice: a test counts.
 */
export async function startSmsSink(
  judge: {
    message?: (message: SunkSms) => SmsVerdict | Promise<SmsVerdict>;
    /** Without it, nobody can ask what became of a message. */
    lookUp?: (id: string) => { readonly status: number; readonly body?: object };
    connections?: number;
    timeoutMs?: number;
    port?: number;
  } = {},
): Promise<SmsSink> {
  const messages: SunkSms[] = [];
  const server = http.createServer((request, response) => {
    const answer = ({ status, body = {} }: { status: number; body?: object }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET') {
      answer(judge.lookUp?.(request.url?.split('/').at(-1) ?? '') ?? { status: 405 });
      return;
    }
    text(request)
      .then(async (body) => {
        const { 'idempotency-key': key, authorization } = request.headers;
        const message = { ...(JSON.parse(body) as SmsMessage), key: key?.toString(), authorization };
        messages.push(message);
        const verdict = (await judge.message?.(message)) ?? 'accept';
        if (verdict === 'drop') request.socket.destroy();
        else answer(verdict === 'accept' ? { status: 202, body: { status: 'accepted' } } : verdict);
      })
      // A client that is killed, as tests do, is no failure of the sink.
      .catch(() => undefined);
  });
  await new Promise<void>((resolve) => server.listen(judge.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const parameters = new URLSearchParams({
    connections: String(judge.connections ?? 10),
    timeoutMs: String(judge.timeoutMs ?? 10_000),
    lookUp: judge.lookUp ? 'yes' : 'no',
  });
  return {
    url: `http://127.0.0.1:${port}/v1/messages?${parameters.toString()}`,
    setting: 'SMS_URL',
    messages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
