import * as http from 'node:http';
import * as https from 'node:https';
import { exchange } from './exchange.ts';
import { judgeAnswer } from './sms-outcome.ts';
import type { SmsOutcome } from './sms-outcome.ts';
import type { SmsConfig } from './sms-url.ts';

/** A text message. `id` is ours, the same at every attempt; `to` is in E.164. */
export interface SmsMessage {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
}

/** What a provider says of a message that it was handed before; `absent` when it has never seen it. */
export type SmsStatus = 'accepted' | 'rejected' | 'absent';

/** Below the 5 s after which servers of Node close an idle connection: a request on a closed one has an unknown fate. */
const idleMs = 4_000;

const closed = { kind: 'deferred', isReached: false, response: 'The client is closed' } as const;

/**
 * The client of one account with a provider of SMS: a message is a POST of JSON to its address, with the message's id as
 * `Idempotency-Key`, so that a provider that keeps them takes each message once. What became of a message is asked at
 * `GET <address>/<id>`, where there is such a thing.
 */
export class SmsClient {
  readonly connectionsMax: number;
  readonly hasLookUp: boolean;
  readonly #config: SmsConfig;
  readonly #agent: http.Agent;
  readonly #sends = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(config: SmsConfig) {
    const { Agent } = config.url.protocol === 'https:' ? https : http;
    this.#config = config;
    // The timeout is that of connections nobody uses: one with a request has limits of its own.
    this.#agent = new Agent({ keepAlive: true, maxSockets: config.connectionsMax, timeout: idleMs });
    this.connectionsMax = config.connectionsMax;
    this.hasLookUp = config.hasLookUp;
  }

  /** Sends as soon as a connection is free. Rejects with what `mayLeave` threw. */
  async send(message: SmsMessage, mayLeave: () => Promise<boolean>): Promise<SmsOutcome> {
    if (this.#isClosed) return closed;
    const sending = this.#post(message, mayLeave);
    this.#sends.add(sending);
    try {
      return await sending;
    } finally {
      this.#sends.delete(sending);
    }
  }

  /** Asks what became of a message; null when the provider does not say. */
  async lookUp(id: string): Promise<SmsStatus | null> {
    const { url, answerTimeoutMs } = this.#config;
    const address = new URL(url);
    address.pathname = `${address.pathname.replace(/\/$/, '')}/${encodeURIComponent(id)}`;
    const answered = await exchange({ ...this.#request(address), method: 'GET', answerTimeoutMs }, () =>
      Promise.resolve(true),
    );
    if (answered.kind !== 'answered') return null;
    if (answered.status === 404) return 'absent';
    return answered.status === 200 ? readStatus(answered.body) : null;
  }

  /** Takes no more messages, lets those on their way end within `graceMs`, and closes the connections. */
  async close(graceMs = 10_000): Promise<void> {
    this.#isClosed = true;
    const late = new Promise((resolve) => {
      setTimeout(resolve, graceMs).unref();
    });
    await Promise.race([Promise.allSettled(this.#sends), late]);
    this.#agent.destroy();
  }

  async #post(message: SmsMessage, mayLeave: () => Promise<boolean>): Promise<SmsOutcome> {
    const { headers, ...request } = this.#request(this.#config.url);
    const posted = await exchange(
      {
        ...request,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': message.id },
        body: JSON.stringify(message),
      },
      mayLeave,
    );
    switch (posted.kind) {
      case 'answered':
        return judgeAnswer(posted.status, posted.body);
      case 'not_sent':
        return { kind: 'deferred', isReached: posted.isReached, response: posted.reason };
      case 'unanswered':
        return { kind: 'unknown', response: posted.reason };
      case 'withheld':
        return posted;
    }
  }

  #request(url: URL) {
    const { authorization, connectTimeoutMs, answerTimeoutMs } = this.#config;
    const headers: Record<string, string> = { accept: 'application/json', ...(authorization && { authorization }) };
    return { url, headers, agent: this.#agent, connectTimeoutMs, answerTimeoutMs };
  }
}

function readStatus(body: string): SmsStatus | null {
  try {
    const { status } = JSON.parse(body) as { status?: unknown };
    return status === 'accepted' || status === 'rejected' ? status : null;
  } catch {
    return null;
  }
}
