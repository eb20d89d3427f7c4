import type { Socket } from 'node:net';
import { readReplies } from './smtp-reply.ts';
import type { Reply } from './smtp-reply.ts';
import { judgeFailure } from './smtp-outcome.ts';
import type { MessageProgress, SmtpFailure, SmtpOutcome } from './smtp-outcome.ts';
import { toWireData } from './wire-data.ts';

const SLICE_BYTES = 64 * 1024;
const QUIT_TIMEOUT_MS = 1_000;

/** Called when the server waits for the message, before its first byte leaves; `false` keeps it from leaving. */
export type BeforeData = () => Promise<boolean>;

/** One message to one recipient, its addresses as they stand on the wire. */
export interface WireMail {
  readonly from: string;
  readonly to: string;
  readonly message: Buffer;
  readonly beforeData: BeforeData;
}

/** What the server said of itself in its answer to EHLO. */
export interface SmtpAbilities {
  readonly isPipelining: boolean;
  readonly hasSize: boolean;
  /** Bytes of the largest message it takes; 0 when it does not say. */
  readonly sizeMax: number;
}

interface Exchange extends WireMail {
  readonly progress: MessageProgress;
  /** What `beforeData` answered; undefined as long as it was not asked. */
  permission?: Promise<boolean>;
  /** The refusal of MAIL or RCPT, while the answers to what was sent along are awaited. */
  refusal?: SmtpFailure;
  isOver: boolean;
  readonly onWritten: () => void;
  readonly tell: (outcome: SmtpOutcome) => void;
  readonly fail: (error: unknown) => void;
}

type Command = 'MAIL FROM' | 'RCPT TO' | 'DATA';

/**
 * The dialogue of SMTP after greeting, TLS and sign-in (RFC 5321 §3.3). A server that advertises PIPELINING (RFC 2920)
 * gets MAIL, RCPT and DATA in one write, and the next message's behind the final dot of the one before; another one gets
 * them one by one. What became of a message is judged by how far it was written, whatever order the answers come in.
 */
export class SmtpSession {
  #isDestroyed = false;
  readonly #socket: Socket;
  readonly #abilities: SmtpAbilities;
  /** Who waits for the answers, in the order of the commands. */
  readonly #expected: ((reply: Reply) => void)[] = [];
  readonly #exchanges = new Set<Exchange>();
  #isResetDue = false;

  /** Takes over a socket that nobody else listens to. */
  constructor(socket: Socket, abilities: SmtpAbilities) {
    this.#socket = socket;
    this.#abilities = abilities;
    const read = readReplies((reply) => this.#take(reply));
    socket.on('data', (chunk: Buffer) => {
      if (!read(chunk)) this.#lose({ message: 'The answer of the server has no end' });
    });
    socket.on('error', (error) => this.#lose({ message: error.message }));
    socket.on('timeout', () => this.#lose({ message: 'Timeout' }));
    socket.on('close', () => this.#lose({ message: 'The connection was closed' }));
    socket.on('end', () => this.#lose({ message: 'The connection was ended' }));
    socket.resume();
  }

  get destroyed(): boolean {
    return this.#isDestroyed;
  }

  /** Whether the next message may be sent while the answer to a written one is awaited. */
  get isPipelining(): boolean {
    return this.#abilities.isPipelining;
  }

  /**
   * Sends a message and tells exactly what became of it; `onWritten` is called when its last byte was written, and may
   * send the next. Rejects only with what `beforeData` threw, in which case no byte of the message left.
   */
  send(mail: WireMail, onWritten: () => void = () => {}): Promise<SmtpOutcome> {
    return new Promise((tell, fail) => {
      const { sizeMax } = this.#abilities;
      if (sizeMax > 0 && mail.message.length > sizeMax) {
        const response = `The message is larger than the ${sizeMax} bytes that the server takes`;
        return tell({ kind: 'rejected', code: 552, response, phase: 'local' });
      }
      const progress = { isStarted: false, isFullyRead: false };
      const exchange: Exchange = { ...mail, progress, isOver: false, onWritten, tell, fail };
      this.#exchanges.add(exchange);
      if (this.#isDestroyed) return this.#end(exchange, { message: 'The connection was closed' });
      this.#begin(exchange);
    });
  }

  /** Says goodbye and waits for the end, at most a second. */
  async quit(): Promise<void> {
    if (this.#isDestroyed) return;
    const ended = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    this.#expected.push(() => this.close());
    this.#socket.write('QUIT\r\n');
    const timer = setTimeout(() => this.close(), QUIT_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }

  close(): void {
    this.#lose({ message: 'The connection was closed' });
  }

  #begin(exchange: Exchange): void {
    const size = this.#abilities.hasSize ? ` SIZE=${exchange.message.length}` : '';
    const mail = `MAIL FROM:<${exchange.from}>${size}\r\n`;
    const recipient = `RCPT TO:<${exchange.to}>\r\n`;
    const data = 'DATA\r\n';
    // After a refusal between MAIL and DATA the server's transaction is still open.
    const reset = this.#isResetDue ? 'RSET\r\n' : '';
    this.#isResetDue = false;
    if (this.isPipelining) {
      if (reset) this.#expected.push(() => {});
      for (const command of ['MAIL FROM', 'RCPT TO', 'DATA'] as const) this.#expect(exchange, command);
      this.#socket.write(reset + mail + recipient + data, 'latin1');
      return;
    }
    const begin = () => {
      this.#expect(exchange, 'MAIL FROM', () => {
        this.#expect(exchange, 'RCPT TO', () => {
          this.#expect(exchange, 'DATA');
          this.#socket.write(data, 'latin1');
        });
        this.#socket.write(recipient, 'latin1');
      });
      this.#socket.write(mail, 'latin1');
    };
    if (!reset) return begin();
    // Strict servers refuse whoever sends a command before the answer to the one before (RFC 2920 §3.1).
    this.#expected.push(begin);
    this.#socket.write(reset, 'latin1');
  }

  /** Judges the answer to a command; `then` follows where commands go one by one. */
  #expect(exchange: Exchange, command: Command, then?: () => void): void {
    this.#expected.push((reply) => {
      if (exchange.isOver) return;
      const isTaken = command === 'DATA' ? reply.code >= 200 && reply.code < 400 : reply.isPositive;
      if (!isTaken) exchange.refusal ??= refusalOf(reply, command);
      if (then && isTaken) return then();
      if (command !== 'DATA' && this.isPipelining) return;
      if (!exchange.refusal) return this.#ask(exchange);
      this.#isResetDue = true;
      this.#end(exchange, exchange.refusal);
      // A server that wants a message although it refused its recipient cannot be told otherwise.
      if (isTaken && command === 'DATA') this.close();
    });
  }

  /** The server waits for the message: may it leave? */
  #ask(exchange: Exchange): void {
    exchange.progress.isStarted = true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    exchange.permission = promise; // known before it is asked for: the connection may break while it is
    resolve(exchange.beforeData());
    promise.then(
      (mayLeave) => {
        if (exchange.isOver) return;
        if (mayLeave) this.#write(exchange);
        // After DATA, closing is the only way to send nothing.
        else this.close();
      },
      () => this.close(),
    );
  }

  #write(exchange: Exchange): void {
    const { lines, end } = toWireData(exchange.message);
    let offset = 0;
    const writeOn = () => {
      this.#socket.cork();
      while (!exchange.isOver && offset < lines.length) {
        const hasRoom = this.#socket.write(lines.subarray(offset, (offset += SLICE_BYTES)));
        if (!hasRoom && offset < lines.length) {
          this.#socket.once('drain', writeOn);
          break;
        }
      }
      if (!exchange.isOver && offset >= lines.length) {
        // From here on nobody can tell how far the server has read.
        exchange.progress.isFullyRead = true;
        this.#socket.write(end, 'latin1');
        this.#expected.push((reply) => this.#judge(exchange, reply));
        if (this.isPipelining) exchange.onWritten();
      }
      this.#socket.uncork();
    };
    writeOn();
  }

  #judge(exchange: Exchange, reply: Reply): void {
    if (exchange.isOver) return;
    if (reply.isPositive) return this.#settle(exchange, { kind: 'accepted', response: reply.text });
    const outcome = judgeFailure(refusalOf(reply), exchange.progress);
    this.#settle(exchange, outcome);
    if (outcome.kind === 'unknown') this.close();
  }

  #take(reply: Reply): void {
    if (this.#isDestroyed) return;
    const expected = this.#expected.shift();
    if (expected) expected(reply);
    else this.#takeUnasked(reply);
    // RFC 5321 §4.2: whatever it answers, with 421 the server says that it closes the connection.
    if (reply.code === 421) this.close();
  }

  /** An answer that nobody waits for: to a message that is not whole yet, or the goodbye of an idle server. */
  #takeUnasked(reply: Reply): void {
    for (const exchange of this.#exchanges) {
      if (reply.isPositive)
        this.#settle(exchange, { kind: 'unknown', reason: `Answered before the end of the message: ${reply.text}` });
      else this.#end(exchange, refusalOf(reply));
    }
    this.close();
  }

  #lose(failure: SmtpFailure): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#expected.length = 0;
    this.#socket.destroy();
    for (const exchange of this.#exchanges) this.#end(exchange, exchange.refusal ?? failure);
  }

  #end(exchange: Exchange, failure: SmtpFailure): void {
    this.#settle(exchange, judgeFailure(failure, exchange.progress));
  }

  /** Tells the outcome, after `beforeData` has ended: the ledger's hand-over is written before its result is. */
  #settle(exchange: Exchange, outcome: SmtpOutcome): void {
    exchange.isOver = true;
    this.#exchanges.delete(exchange);
    const { permission, tell, fail } = exchange;
    if (!permission) return tell(outcome);
    permission.then((mayLeave) => tell(mayLeave ? outcome : { kind: 'withheld' }), fail);
  }
}

function refusalOf({ code, text }: Reply, command?: Command): SmtpFailure {
  return { message: text, response: text, responseCode: code, command };
}
