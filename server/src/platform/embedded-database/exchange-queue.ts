import type { PGlite } from '@electric-sql/pglite';

/** What one connection has said, waiting for its turn: one message, or an exchange that its last message ends. */
interface Waiting {
  readonly connection: number;
  readonly bytes: Uint8Array;
  /** Whether a Sync is still to come. */
  readonly isOpen: boolean;
  readonly onAnswer: (bytes: Uint8Array) => void;
  readonly resolve: (answerBytes: number) => void;
  readonly reject: (error: unknown) => void;
}

const typeOf = (letter: string): number => letter.charCodeAt(0);
/** The messages that wait for a Sync or a Flush before they are answered (PostgreSQL protocol 3.0, "Extended Query"). */
const gathered = new Set(['P', 'B', 'D', 'E', 'C'].map(typeOf));
const flush = typeOf('H');
const sync = Uint8Array.of(typeOf('S'), 0, 0, 0, 4);
/** How much of an exchange is gathered, in bytes. What a client sends beyond it is run as it comes. */
const gatheredBytesMax = 1_000_000;

/**
 * Decides whose message the one PGlite engine reads next. It stands in for the queue of the socket server (0.2.17),
 * which lets the messages of two connections interleave outside transactions, so that one connection's Bind meets the
 * other's statement, and which stands still for ever after an error. Here the messages of an exchange are gathered until
 * its Sync and run as one, which also answers them in one write instead of five; and a connection keeps its turn from
 * BEGIN to the end of the transaction, and from a Flush to the Sync.
 */
export class ExchangeQueue {
  #waiting: Waiting[] = [];
  /** What connections have said of an exchange that goes on. */
  readonly #begun = new Map<number, Uint8Array[]>();
  #isRunning = false;
  #owner: number | null = null;
  #isInExchange = false;
  readonly #database: PGlite;

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** Runs a message when it is its connection's turn. Answers the number of bytes that were answered by now. */
  enqueue(connection: number, message: Uint8Array, onAnswer: (bytes: Uint8Array) => void): Promise<number> {
    const said = [...(this.#begun.get(connection) ?? []), message];
    const isGathered = gathered.has(message[0] ?? 0);
    if (isGathered && lengthOf(said) < gatheredBytesMax) {
      this.#begun.set(connection, said);
      return Promise.resolve(0);
    }
    this.#begun.delete(connection);
    const isOpen = isGathered || message[0] === flush;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ connection, bytes: concatenate(said), isOpen, onAnswer, resolve, reject });
      void this.#run();
    });
  }

  getQueueLength(): number {
    return this.#waiting.length;
  }

  /** Forgets what a connection that went away still wanted. */
  clearQueueForHandler(connection: number): void {
    this.#begun.delete(connection);
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
        next.resolve(await this.#execute(next.bytes, next.onAnswer));
      } catch (error) {
        next.reject(error);
      }
      this.#isInExchange = next.isOpen;
      if (!this.#isInExchange && !this.#database.isInTransaction()) this.#owner = null;
    }
    this.#isRunning = false;
  }

  #takeNext(): Waiting | undefined {
    const at = this.#owner === null ? 0 : this.#waiting.findIndex(({ connection }) => connection === this.#owner);
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  async #execute(bytes: Uint8Array, onAnswer: (bytes: Uint8Array) => void): Promise<number> {
    let answerBytes = 0;
    await this.#database.runExclusive(() =>
      this.#database.execProtocolRawStream(bytes, {
        onRawData: (answer) => {
          answerBytes += answer.length;
          onAnswer(answer);
        },
      }),
    );
    return answerBytes;
  }
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((total, { length }) => total + length, 0);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}
