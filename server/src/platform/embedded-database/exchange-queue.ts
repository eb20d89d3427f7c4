import type { PGlite } from '@electric-sql/pglite';

/** A protocol message of one connection, waiting for its turn. */
interface WaitingMessage {
  readonly connection: number;
  readonly message: Uint8Array;
  readonly onAnswer: (bytes: Uint8Array) => void;
  readonly resolve: (answerBytes: number) => void;
  readonly reject: (error: unknown) => void;
}

/** The messages that begin or continue an exchange which only Sync ends (PostgreSQL protocol 3.0, "Extended Query"). */
const extendedQuery = new Set(['P', 'B', 'D', 'E', 'C', 'H'].map((letter) => letter.charCodeAt(0)));
const sync = Uint8Array.of('S'.charCodeAt(0), 0, 0, 0, 4);

/**
 * Decides whose message the one PGlite engine reads next. It stands in for the queue of the socket server (0.2.17),
 * which lets the messages of two connections interleave outside transactions, so that one connection's Bind meets the
 * other's statement, and which stands still for ever after an error. Here a connection keeps its turn from the first
 * message of an exchange to its Sync, and from BEGIN to the end of the transaction.
 */
export class ExchangeQueue {
  #waiting: WaitingMessage[] = [];
  #isRunning = false;
  #owner: number | null = null;
  #isInExchange = false;
  readonly #database: PGlite;

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** Runs a message when it is its connection's turn. Answers the number of bytes that were answered. */
  enqueue(connection: number, message: Uint8Array, onAnswer: (bytes: Uint8Array) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ connection, message, onAnswer, resolve, reject });
      void this.#run();
    });
  }

  getQueueLength(): number {
    return this.#waiting.length;
  }

  /** Forgets what a connection that went away still wanted. */
  clearQueueForHandler(connection: number): void {
    const gone = this.#waiting.filter((waiting) => waiting.connection === connection);
    this.#waiting = this.#waiting.filter((waiting) => waiting.connection !== connection);
    for (const { reject } of gone) reject(new Error('the connection is gone'));
  }

  /** Ends what a connection that went away had begun, and gives the turn to the next. */
  async clearTransactionIfNeeded(connection: number): Promise<void> {
    if (this.#owner !== connection) return;
    if (this.#isInExchange) await this.#execute(sync, () => undefined);
    if (this.#database.isInTransaction()) await this.#database.exec('ROLLBACK');
    this.#isInExchange = false;
    this.#owner = null;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      this.#owner = next.connection;
      try {
        next.resolve(await this.#execute(next.message, next.onAnswer));
      } catch (error) {
        next.reject(error);
      }
      this.#isInExchange = extendedQuery.has(next.message[0] ?? 0);
      if (!this.#isInExchange && !this.#database.isInTransaction()) this.#owner = null;
    }
    this.#isRunning = false;
  }

  #takeNext(): WaitingMessage | undefined {
    const at = this.#owner === null ? 0 : this.#waiting.findIndex(({ connection }) => connection === this.#owner);
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  async #execute(message: Uint8Array, onAnswer: (bytes: Uint8Array) => void): Promise<number> {
    let answerBytes = 0;
    await this.#database.runExclusive(() =>
      this.#database.execProtocolRawStream(message, {
        onRawData: (bytes) => {
          answerBytes += bytes.length;
          onAnswer(bytes);
        },
      }),
    );
    return answerBytes;
  }
}
