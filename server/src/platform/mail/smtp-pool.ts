import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { connectSmtp, sendOne, SmtpConnectError, untilAnswered } from './smtp-connection.ts';
import type { BeforeData, SmtpEnvelope } from './smtp-connection.ts';
import type { SmtpOutcome } from './smtp-outcome.ts';
import type { SmtpConfig } from './smtp-url.ts';

const WAITING_MAX = 10_000;
const QUIT_TIMEOUT_MS = 1_000;

interface PooledConnection {
  smtp: SMTPConnection;
  sent: number;
}

type Mail = [envelope: SmtpEnvelope, message: Buffer, beforeData?: BeforeData];

/**
 * Keeps up to `connectionsMax` connections to one server, each reused for `messagesPerConnectionMax` messages.
 * Opens none before the first message.
 */
export class SmtpPool {
  readonly connectionsMax: number;
  readonly #config: SmtpConfig;
  readonly #idle: PooledConnection[] = [];
  readonly #busy = new Set<PooledConnection>();
  readonly #sends = new Set<Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #isClosed = false;

  constructor(config: SmtpConfig) {
    this.#config = config;
    this.connectionsMax = config.connectionsMax;
    this.#free = config.connectionsMax;
  }

  /**
   * Sends as soon as a connection is free; `sendOne` says what became of the message, and a server that cannot be
   * reached defers it in phase `connect`. Rejects with what `beforeData` threw.
   * @throws RangeError when more than 10,000 messages wait already
   */
  async send(...mail: Mail): Promise<SmtpOutcome> {
    const sending = this.#sendInTurn(mail);
    this.#sends.add(sending);
    return sending.finally(() => this.#sends.delete(sending));
  }

  /** Connects and signs in, to find out whether the configuration works. @throws SmtpConnectError */
  async verify(): Promise<void> {
    await quit(await connectSmtp(this.#config));
  }

  /** Takes no more messages, lets those on their way end within `graceMs`, then says goodbye and closes. */
  async close(graceMs = 10_000): Promise<void> {
    this.#isClosed = true;
    await Promise.race([Promise.allSettled(this.#sends), after(graceMs)]);
    for (const { smtp } of this.#busy) smtp.close();
    await Promise.all(this.#idle.splice(0).map(({ smtp }) => quit(smtp)));
  }

  async #sendInTurn(mail: Mail): Promise<SmtpOutcome> {
    await this.#take();
    try {
      return await this.#sendNow(mail);
    } catch (error) {
      if (error instanceof SmtpConnectError) return notSent(error.message, error.code);
      throw error;
    } finally {
      this.#giveBack();
    }
  }

  async #sendNow(mail: Mail): Promise<SmtpOutcome> {
    const kept = this.#takeIdle();
    if (kept) {
      const outcome = await this.#attempt(kept, mail);
      if (!wasStale(outcome)) return outcome;
    }
    if (this.#isClosed) return notSent('The pool is closed');
    const smtp = await connectSmtp(this.#config);
    if (this.#isClosed) {
      await quit(smtp); // closed while connecting, perhaps after `close` gave up waiting
      return notSent('The pool is closed');
    }
    return this.#attempt({ smtp, sent: 0 }, mail);
  }

  async #attempt(pooled: PooledConnection, mail: Mail): Promise<SmtpOutcome> {
    this.#busy.add(pooled);
    try {
      const outcome = await sendOne(pooled.smtp, ...mail);
      pooled.sent++;
      if (this.#isClosed || pooled.sent >= this.#config.messagesPerConnectionMax) await quit(pooled.smtp);
      else if (await isReadyAgain(pooled.smtp, outcome)) this.#idle.push(pooled);
      return outcome;
    } finally {
      this.#busy.delete(pooled);
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    if (this.#waiting.length >= WAITING_MAX) throw new RangeError(`${WAITING_MAX} messages wait for a connection`);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }

  /** The most recently used connection that the server has not closed meanwhile. */
  #takeIdle(): PooledConnection | undefined {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) if (!kept.smtp.destroyed) return kept;
    return undefined;
  }
}

/** A server that closes an idle connection may cross our MAIL: no answer and no message read, so a fresh one is due. */
function wasStale(outcome: SmtpOutcome): boolean {
  return outcome.kind === 'deferred' && outcome.phase === 'envelope' && outcome.code === undefined;
}

function notSent(response: string, code?: number): SmtpOutcome {
  return { kind: 'deferred', phase: 'connect', response, safe: true, ...(code === undefined ? {} : { code }) };
}

/** After a refusal between MAIL and DATA the server's transaction is still open: RSET ends it. */
async function isReadyAgain(smtp: SMTPConnection, outcome: SmtpOutcome): Promise<boolean> {
  const isRefusal = outcome.kind === 'rejected' || outcome.kind === 'deferred';
  if (isRefusal && !smtp.destroyed && ['mail', 'rcpt', 'data'].includes(outcome.phase)) {
    await untilAnswered(smtp, (done) => smtp.reset(done)).catch(() => smtp.close()); // it is only ours to replace
  }
  return !smtp.destroyed;
}

async function quit(smtp: SMTPConnection): Promise<void> {
  if (smtp.destroyed) return;
  const ended = new Promise<void>((resolve) => smtp.once('end', () => resolve()));
  smtp.quit();
  await Promise.race([ended, after(QUIT_TIMEOUT_MS)]);
  smtp.close();
}

function after(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs).unref());
}
