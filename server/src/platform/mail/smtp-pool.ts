import { connectSmtp, sendOne, SmtpConnectError } from './smtp-connection.ts';
import type { BeforeData, SmtpEnvelope } from './smtp-connection.ts';
import type { SmtpOutcome } from './smtp-outcome.ts';
import type { SmtpSession } from './smtp-session.ts';
import type { SmtpConfig } from './smtp-url.ts';

const WAITING_MAX = 10_000;

interface PooledSession {
  readonly smtp: SmtpSession;
  /** Messages begun. */
  sent: number;
  /** Messages begun whose outcome is not known: at most two, the second behind the first. */
  busy: number;
}

interface Job {
  readonly envelope: SmtpEnvelope;
  readonly message: Buffer;
  readonly beforeData: BeforeData | undefined;
  /** It was lost once on a connection that had been good before, without a word of the server. */
  isSecondTry: boolean;
  readonly tell: (outcome: SmtpOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Keeps up to `connectionsMax` connections to one server, each reused for `messagesPerConnectionMax` messages. Where the
 * server takes commands in advance (PIPELINING), the next message's follow the last byte of the one before, as long as
 * no connection is idle. Opens none before the first message.
 */
export class SmtpPool {
  readonly connectionsMax: number;
  readonly #config: SmtpConfig;
  readonly #idle: PooledSession[] = [];
  readonly #busy = new Set<PooledSession>();
  readonly #waiting: Job[] = [];
  readonly #sends = new Set<Promise<unknown>>();
  readonly #goodbyes = new Set<Promise<void>>();
  #connecting = 0;
  #isClosed = false;

  constructor(config: SmtpConfig) {
    this.#config = config;
    this.connectionsMax = config.connectionsMax;
  }

  /**
   * Sends as soon as a connection is free; `sendOne` says what became of the message, and a server that cannot be
   * reached defers it in phase `connect`. Rejects with what `beforeData` threw.
   * @throws RangeError when more than 10,000 messages wait already
   */
  async send(envelope: SmtpEnvelope, message: Buffer, beforeData?: BeforeData): Promise<SmtpOutcome> {
    if (this.#isClosed) return notSent('The pool is closed');
    if (this.#waiting.length >= WAITING_MAX) throw new RangeError(`${WAITING_MAX} messages wait for a connection`);
    const sending = new Promise<SmtpOutcome>((tell, fail) => {
      this.#waiting.push({ envelope, message, beforeData, isSecondTry: false, tell, fail });
    });
    this.#sends.add(sending);
    const forget = () => void this.#sends.delete(sending);
    sending.then(forget, forget);
    this.#serve();
    return sending;
  }

  /** Connects and signs in, to find out whether the configuration works. @throws SmtpConnectError */
  async verify(): Promise<void> {
    await (await connectSmtp(this.#config)).quit();
  }

  /** Takes no more messages, lets those on their way end within `graceMs`, then says goodbye and closes. */
  async close(graceMs = 10_000): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.tell(notSent('The pool is closed'));
    for (const { smtp } of this.#idle.splice(0)) this.#quit(smtp);
    await Promise.race([Promise.allSettled(this.#sends), after(graceMs)]);
    for (const { smtp } of this.#busy) smtp.close();
    await Promise.all(this.#goodbyes);
  }

  /** Gives waiting messages to idle connections, and opens more where these are not enough. */
  #serve(): void {
    while (this.#waiting.length > 0) {
      const kept = this.#idle.pop();
      if (kept?.smtp.destroyed) continue; // the server has closed it meanwhile
      const isFull = this.#busy.size + this.#connecting >= this.#config.connectionsMax;
      if (!kept && isFull) return;
      const job = this.#waiting.shift();
      if (!job) return;
      if (kept) this.#begin(kept, job);
      else void this.#connect(job);
    }
  }

  async #connect(job: Job): Promise<void> {
    this.#connecting += 1;
    try {
      const smtp = await connectSmtp(this.#config);
      this.#connecting -= 1;
      if (!this.#isClosed) return this.#begin({ smtp, sent: 0, busy: 0 }, job);
      // Closed while connecting, perhaps after `close` gave up waiting.
      this.#quit(smtp);
      job.tell(notSent('The pool is closed'));
    } catch (error) {
      this.#connecting -= 1;
      if (error instanceof SmtpConnectError) job.tell(notSent(error.message, error.code));
      else job.fail(error);
      this.#serve();
    }
  }

  #begin(pooled: PooledSession, job: Job): void {
    const isReused = pooled.sent > 0;
    pooled.sent += 1;
    pooled.busy += 1;
    this.#busy.add(pooled);
    const { envelope, message, beforeData } = job;
    sendOne(pooled.smtp, envelope, message, beforeData, () => this.#follow(pooled)).then(
      (outcome) => {
        this.#release(pooled);
        if (!isReused || job.isSecondTry || !wasStale(outcome)) return job.tell(outcome);
        job.isSecondTry = true;
        if (this.#isClosed) return job.tell(notSent('The pool is closed'));
        void this.#connect(job);
      },
      (error: unknown) => {
        this.#release(pooled);
        job.fail(error);
      },
    );
  }

  /** The last byte of a message was written: the next one's commands go behind it, rather than after its answer. */
  #follow(pooled: PooledSession): void {
    if (this.#isClosed || pooled.sent >= this.#config.messagesPerConnectionMax) return;
    const next = this.#waiting.shift();
    if (next) this.#begin(pooled, next);
  }

  #release(pooled: PooledSession): void {
    pooled.busy -= 1;
    if (pooled.busy > 0) return;
    this.#busy.delete(pooled);
    if (this.#isClosed || pooled.sent >= this.#config.messagesPerConnectionMax) this.#quit(pooled.smtp);
    else if (!pooled.smtp.destroyed) this.#idle.push(pooled);
    // After the outcome was told, so that what it brings about is served in the order of its coming.
    queueMicrotask(() => this.#serve());
  }

  #quit(smtp: SmtpSession): void {
    const goodbye = smtp.quit();
    this.#goodbyes.add(goodbye);
    void goodbye.then(() => this.#goodbyes.delete(goodbye));
  }
}

/** A server that closes an idle connection may cross our MAIL: no answer and no message read, so a fresh one is due. */
function wasStale(outcome: SmtpOutcome): boolean {
  return outcome.kind === 'deferred' && outcome.phase === 'envelope' && outcome.code === undefined;
}

function notSent(response: string, code?: number): SmtpOutcome {
  return { kind: 'deferred', phase: 'connect', response, safe: true, ...(code === undefined ? {} : { code }) };
}

function after(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs).unref());
}
