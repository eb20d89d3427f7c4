import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps what it accepts. */
export interface MailSink {
  readonly url: string;
  /** Address and bytes of each message that arrived whole, in the order of arrival. */
  readonly messages: readonly { readonly to: string; readonly raw: string }[];
  /** The most connections that were open at a time. */
  readonly connectionsMax: number;
  close(): Promise<void>;
}

/** Starts a mail server on loopback that takes `delayMs` over each message; a client opens `connections` at most. */
export async function startMailSink({
  delayMs,
  connections,
}: {
  delayMs: number;
  connections: number;
}): Promise<MailSink> {
  const messages: { to: string; raw: string }[] = [];
  let connectionsMax = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        messages.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw: Buffer.concat(chunks).toString() });
        setTimeout(answer, delayMs);
      });
    },
    onConnect(_session, answer) {
      connectionsMax = Math.max(connectionsMax, server.connections.size);
      answer();
    },
  });
  // A client that is killed is no failure of the sink.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?connections=${connections}&messages=10000&tls=off`,
    messages,
    get connectionsMax() {
      return connectionsMax;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
