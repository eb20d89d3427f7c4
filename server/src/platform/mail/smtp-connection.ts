import type { Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailAddressError, toWireAddress } from './mail-address.ts';
import { SmtpSession } from './smtp-session.ts';
import type { BeforeData } from './smtp-session.ts';
import type { SmtpFailure, SmtpOutcome } from './smtp-outcome.ts';
import type { SmtpConfig } from './smtp-url.ts';

export type { BeforeData };

/** The addresses of the SMTP dialogue: one recipient, so that one message has one outcome. */
export interface SmtpEnvelope {
  from: string;
  to: string;
}

/** The server could not be reached, or refused our greeting, TLS or sign-in. */
export class SmtpConnectError extends Error {
  override name = 'SmtpConnectError';
  readonly code: number | undefined;

  constructor(failure: SmtpFailure) {
    super(failure.message);
    this.code = failure.responseCode;
  }
}

/**
 * Opens a connection and signs in; TLS, AUTH and their timeouts are nodemailer's, the dialogue that follows is ours.
 * @throws SmtpConnectError
 */
export async function connectSmtp(config: SmtpConfig): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    host: config.host,
    port: config.port,
    secure: config.isImplicitTls,
    requireTLS: config.startTls === 'required' && !config.isImplicitTls,
    ignoreTLS: config.startTls === 'off',
    name: config.name,
    connectionTimeout: config.connectTimeoutMs,
    greetingTimeout: config.connectTimeoutMs,
    socketTimeout: config.silenceTimeoutMs,
    tls: { rejectUnauthorized: config.isCertificateChecked },
  });
  connection.on('error', () => {}); // what is wrong is told by whoever waits
  await untilAnswered(connection, (done) => connection.connect(done));
  const { user, password } = config;
  if (user === undefined) return takeOver(connection);
  try {
    await untilAnswered(connection, (done) => connection.login({ user, pass: password }, done));
  } catch (error) {
    connection.close();
    throw error;
  }
  return takeOver(connection);
}

/** Runs a command that must succeed; nodemailer reports a connection that dies meanwhile by event only. */
async function untilAnswered(
  connection: SMTPConnection,
  command: (done: (error?: SmtpFailure | null) => void) => void,
): Promise<void> {
  const { promise: failed, resolve: fail } = Promise.withResolvers<SmtpFailure>();
  const end = () => fail({ message: 'The connection ended' });
  connection.once('error', fail).once('end', end);
  const answered = new Promise<SmtpFailure | undefined>((resolve) => command((error) => resolve(error ?? undefined)));
  const failure = await Promise.race([answered, failed]);
  connection.off('error', fail).off('end', end);
  if (failure) throw new SmtpConnectError(failure);
}

/** NOTE: what the server advertised is not public in nodemailer; its version is pinned and a test would miss the words. */
function takeOver(connection: SMTPConnection): SmtpSession {
  const { _socket, _supportedExtensions, _maxAllowedSize } = connection as unknown as {
    _socket: Socket;
    _supportedExtensions: string[];
    _maxAllowedSize: number;
  };
  for (const event of ['data', 'error', 'timeout', 'close', 'end']) _socket.removeAllListeners(event);
  return new SmtpSession(_socket, {
    isPipelining: _supportedExtensions.includes('PIPELINING'),
    hasSize: _supportedExtensions.includes('SIZE'),
    sizeMax: _maxAllowedSize,
  });
}

/**
 * Sends one message and tells exactly what became of it. Afterwards the session is closed unless the dialogue ended in
 * order. Rejects only with what `beforeData` threw, in which case no byte of the message left.
 */
export async function sendOne(
  session: SmtpSession,
  envelope: SmtpEnvelope,
  message: Buffer,
  beforeData: BeforeData = () => Promise.resolve(true),
  onWritten?: () => void,
): Promise<SmtpOutcome> {
  const wire = wireEnvelope(envelope);
  if ('kind' in wire) return wire;
  return session.send({ ...wire, message, beforeData }, onWritten);
}

function wireEnvelope({ from, to }: SmtpEnvelope): { from: string; to: string } | SmtpOutcome {
  try {
    return { from: toWireAddress(from), to: toWireAddress(to) };
  } catch (error) {
    if (!(error instanceof MailAddressError)) throw error;
    return { kind: 'rejected', code: 501, response: error.message, phase: 'local' };
  }
}
