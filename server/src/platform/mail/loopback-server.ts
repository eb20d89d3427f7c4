import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerSession } from 'smtp-server';

const MESSAGE_BYTES_MAX = 25 * 1024 * 1024;
const CLIENTS_MAX = 200;

/** A message as it arrived; `raw` is the RFC 5322 text without what SMTP added. */
export interface ReceivedMessage {
  from: string;
  to: string[];
  raw: Buffer;
  receivedAt: Date;
}

export interface LoopbackServer {
  port: number;
  /** Refuses new connections and closes the open ones within a second. */
  close(): Promise<void>;
}

/**
 * A real mail server for development: on 127.0.0.1 only, without TLS or sign-in, it relays nothing. A message is
 * acknowledged after `store` resolved; a `store` that fails defers it (451). Port 0 takes a free one.
 * @throws the listening error (EADDRINUSE …)
 */
export async function startLoopbackServer(options: {
  port: number;
  store: (message: ReceivedMessage) => Promise<void>;
  onStoreFailed: (error: unknown) => void;
  now: () => Date;
}): Promise<LoopbackServer> {
  const server = new SMTPServer({
    banner: 'Escuta loopback',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MESSAGE_BYTES_MAX,
    maxClients: CLIENTS_MAX,
    closeTimeout: 1_000,
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) return answer(refusal(552, 'The message is too large'));
        options.store(received(session, Buffer.concat(chunks), options.now())).then(
          () => answer(),
          (error: unknown) => {
            options.onStoreFailed(error);
            answer(refusal(451, 'The message could not be kept'));
          },
        );
      });
    },
  });
  // A client that breaks off (a killed worker) is no failure of ours; a port that cannot be had is told below.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function received(session: SMTPServerSession, raw: Buffer, receivedAt: Date): ReceivedMessage {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map((recipient) => recipient.address),
    raw,
    receivedAt,
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
