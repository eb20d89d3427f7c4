import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What the sink does with a message: `drop` takes it whole and closes the connection without an answer. */
export type SinkVerdict = 'accept' | 'drop' | { readonly code: number; readonly words: string };

export interface SunkMessage {
  readonly to: string;
  readonly messageId: string;
  readonly raw: string;
}

export interface MailSink {
  readonly url: string;
  /** The setting by which a process is told of it. */
  readonly setting: 'SMTP_URL';
  /** Every message that arrived whole, dropped ones too. */
  readonly messages: SunkMessage[];
  close(): Promise<void>;
}

/** A real mail server on loopback that judges recipients and messages as a test says. */
export async function startMailSink(
  judge: {
    /** Before the greeting. */
    connection?: () => Promise<void>;
    recipient?: (to: string) => SinkVerdict | Promise<SinkVerdict>;
    message?: (to: string) => SinkVerdict | Promise<SinkVerdict>;
    port?: number;
    connections?: number;
  } = {},
): Promise<MailSink> {
  const messages: SunkMessage[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onConnect(_session, answer) {
      void Promise.resolve(judge.connection?.()).then(() => answer());
    },
    onRcptTo({ address }, _session, answer) {
      void Promise.resolve(judge.recipient?.(address) ?? 'accept').then((verdict) =>
        answer(typeof verdict === 'object' ? refusal(verdict) : undefined),
      );
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const to = session.envelope.rcptTo[0]?.address ?? '';
        messages.push({ to, messageId: /^Message-ID: (<.*>)/im.exec(raw)?.[1] ?? '', raw });
        void Promise.resolve(judge.message?.(to) ?? 'accept').then((verdict) => {
          if (verdict === 'drop') return socketOf(server, session.id)?.destroy();
          return answer(typeof verdict === 'object' ? refusal(verdict) : undefined);
        });
      });
    },
  });
  // A client that is killed, as tests do, is no failure of the sink.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(judge.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?connections=${judge.connections ?? 10}&messages=10000&tls=off`,
    setting: 'SMTP_URL',
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A place where a test holds whoever comes by. */
export interface Gate {
  pass(): Promise<void>;
  shut(): void;
  isShut(): boolean;
  /** Opens it to those who wait and to all who come. */
  release(): Promise<void>;
  waiting(): number;
}

export function openGate(): Gate {
  let isShut = false;
  const held: (() => void)[] = [];
  return {
    pass: () => (isShut ? new Promise((go) => held.push(go)) : Promise.resolve()),
    shut: () => {
      isShut = true;
    },
    isShut: () => isShut,
    release: async () => {
      isShut = false;
      for (const go of held.splice(0)) go();
    },
    waiting: () => held.length,
  };
}

function refusal({ code, words }: { code: number; words: string }): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

/** NOTE: smtp-server gives handlers no socket; its connections know theirs. */
function socketOf(server: SMTPServer, sessionId: string): Socket | undefined {
  const { connections } = server as unknown as { connections: Set<{ id: string; _socket: Socket }> };
  return [...connections].find((connection) => connection.id === sessionId)?._socket;
}
