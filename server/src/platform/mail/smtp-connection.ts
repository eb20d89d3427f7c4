import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailAddressError, toWireAddress } from './mail-address.ts';
import { judgeFailure } from './smtp-outcome.ts';
import type { MessageProgress, SmtpFailure, SmtpOutcome } from './smtp-outcome.ts';
import type { SmtpConfig } from './smtp-url.ts';

const SLICE_BYTES = 64 * 1024;

/** The addresses of the SMTP dialogue: one recipient, so that one message has one outcome. */
export interface SmtpEnvelope {
  from: string;
  to: string;
}

/** Called when the server waits for the message, before its first byte leaves; `false` keeps it from leaving. */
export type BeforeData = () => Promise<boolean>;

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
 * Opens a connection and signs in; TLS, AUTH and timeouts are nodemailer's.
 * @throws SmtpConnectError
 */
export async function connectSmtp(config: SmtpConfig): Promise<SMTPConnection> {
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
  // An idle connection that breaks says so here, where nobody waits; the pool sees `destroyed` when it needs it next.
  connection.on('error', () => {});
  await untilAnswered(connection, (done) => connection.connect(done));
  const { user, password } = config;
  if (user === undefined) return connection;
  try {
    await untilAnswered(connection, (done) => connection.login({ user, pass: password }, done));
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/**
 * Runs a command that must succeed; nodemailer reports a connection that dies meanwhile by event only.
 * @throws SmtpConnectError
 */
export async function untilAnswered(
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

/**
 * Sends one message and tells exactly what became of it. Afterwards the connection is closed unless the dialogue
 * ended in order. Rejects only with what `beforeData` threw, in which case no byte of the message left.
 */
export async function sendOne(
  connection: SMTPConnection,
  envelope: SmtpEnvelope,
  message: Buffer,
  beforeData: BeforeData = () => Promise.resolve(true),
): Promise<SmtpOutcome> {
  const wire = wireEnvelope(envelope);
  if ('kind' in wire) return wire;
  const source = openMessage(message, beforeData, () => connection.close());
  const { promise: judged, resolve: judge } = Promise.withResolvers<SmtpOutcome>();
  const end = () => setImmediate(() => judge(judgeFailure({ message: 'The connection was closed' }, source.progress)));
  connection.once('end', end);
  connection.send({ ...wire, size: message.length }, source.stream, (error, info) => {
    const { isStarted, isFullyRead } = source.progress;
    // Whatever is said before the end of the message leaves the dialogue out of step.
    if (isStarted && !isFullyRead) connection.close();
    if (error) judge(judgeFailure(error, source.progress));
    else if (isFullyRead) judge({ kind: 'accepted', response: info.response });
    else judge({ kind: 'unknown', reason: `Answered before the end of the message: ${info.response}` });
  });
  const outcome = await judged;
  connection.off('end', end);
  const mayLeave = await source.permission(); // the ledger's hand-over is written before its result is
  if (outcome.kind === 'unknown') connection.close();
  return mayLeave ? outcome : { kind: 'withheld' };
}

function wireEnvelope({ from, to }: SmtpEnvelope): { from: string; to: string } | SmtpOutcome {
  try {
    return { from: toWireAddress(from), to: toWireAddress(to) };
  } catch (error) {
    if (!(error instanceof MailAddressError)) throw error;
    return { kind: 'rejected', code: 501, response: error.message, phase: 'local' };
  }
}

interface MessageSource {
  stream: Readable;
  progress: MessageProgress;
  /** What `beforeData` said; true as long as it was not asked. */
  permission(): Promise<boolean>;
}

/**
 * The message as a stream that knows how far it was read. nodemailer writes the final dot after the stream's `end`,
 * so until then no server can have accepted the message. Slices keep `end` behind the socket's back-pressure.
 * `withhold` is called when `beforeData` says no or throws: after DATA, closing is the only way to send nothing.
 */
function openMessage(message: Buffer, beforeData: BeforeData, withhold: () => void): MessageSource {
  const progress = { isStarted: false, isFullyRead: false };
  let permission = Promise.resolve(true);
  let offset = 0;
  const pushSlice = () => {
    if (stream.destroyed) return; // the connection was lost while `beforeData` ran
    stream.push(offset < message.length ? message.subarray(offset, (offset += SLICE_BYTES)) : null);
  };
  const stream = new Readable({
    read() {
      if (progress.isStarted) return pushSlice();
      progress.isStarted = true;
      permission = beforeData();
      permission.then((mayLeave) => (mayLeave ? pushSlice() : withhold()), withhold);
    },
  });
  stream.once('end', () => {
    progress.isFullyRead = true;
  });
  return { stream, progress, permission: () => permission };
}
