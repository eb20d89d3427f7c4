import { CallError } from '#web/lib/call.ts';

/** What is typed, by field. */
export type Draft = Readonly<Record<string, string | boolean>>;

interface DraftSaverOptions<Id> {
  /** Of a record that is there already. */
  readonly id?: Id | undefined;
  /** What it holds. */
  readonly saved?: Draft;
  readonly create: (draft: Draft) => Promise<Id>;
  readonly update: (id: Id, changes: Draft) => Promise<unknown>;
}

const pauseMs = 1_000;
const whileCreatingMs = 2_500;

/**
 * Saves what is typed a second after the last key (SIGNUP-55): the first time it creates the record, then it updates what has
 * changed. While the record is being created a save waits and tries again, so that there is no second one (SIGNUP-58). A
 * failure is only logged (SIGNUP-61); the next key tries again. Owns a timer: `stop` it.
 */
export class DraftSaver<Id> {
  readonly #options: DraftSaverOptions<Id>;
  #id: Id | undefined;
  #typed: Draft;
  #saved: Draft;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #creating: Promise<unknown> | undefined;

  constructor(options: DraftSaverOptions<Id>) {
    this.#options = options;
    this.#id = options.id;
    this.#saved = options.saved ?? {};
    this.#typed = this.#saved;
  }

  /** The id of the record, once there is one. */
  get id(): Id | undefined {
    return this.#id;
  }

  /** Takes what was typed of some fields. */
  type(fields: Draft): void {
    this.#typed = { ...this.#typed, ...fields };
    clearTimeout(this.#timer);
    if (this.#changes()) this.#wait(pauseMs);
  }

  /** Saves now what is not saved, with these fields too. Throws what keeps it from that. */
  async flush(fields: Draft = {}): Promise<Id> {
    this.#typed = { ...this.#typed, ...fields };
    clearTimeout(this.#timer);
    await this.#creating?.catch(() => undefined);
    if (this.#id === undefined || this.#changes()) await this.#save();
    return this.#id as Id;
  }

  /** Nothing is saved after this but what is on its way. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      if (this.#creating) return this.#wait(whileCreatingMs);
      this.#save().catch(logFailure);
    }, ms);
  }

  #changes(): Draft | undefined {
    const changed = Object.entries(this.#typed).filter(([name, value]) => this.#saved[name] !== value);
    return changed.length > 0 ? Object.fromEntries(changed) : undefined;
  }

  async #save(): Promise<void> {
    const changes = this.#changes() ?? {};
    if (this.#id === undefined) {
      this.#creating = this.#options.create(changes).then((id) => (this.#id = id));
      try {
        await this.#creating;
      } finally {
        this.#creating = undefined;
      }
    } else await this.#options.update(this.#id, changes);
    this.#saved = { ...this.#saved, ...changes };
  }
}

/** What the screen says nothing of (SIGNUP-61). */
export function logFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- where the specification wants it
  console.error('sign-up:', error instanceof CallError ? error.code : error);
}
