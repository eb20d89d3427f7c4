import type { SurveyTexts } from '#web/features/surveys/survey-texts.ts';

/** How far the typed texts are kept: `typing` waits for a pause, `blocked` for a field to be mended. */
export type KeepState =
  | { readonly kind: 'kept' | 'typing' | 'blocked' | 'saving' | 'conflict' }
  | { readonly kind: 'failed'; readonly error: unknown };

interface Kept {
  readonly texts: SurveyTexts;
  readonly revision: number;
}

interface DraftKeeperOptions {
  /** What the server holds. */
  readonly kept: Kept;
  /** The pause after the last key, in milliseconds. */
  readonly pauseMs: number;
  /** Sends the texts and gives the new revision. */
  readonly save: (kept: Kept) => Promise<number>;
  /** Says whether a failure means that somebody else saved first. */
  readonly isConflict: (error: unknown) => boolean;
}

/**
 * Keeps a draft while it is typed: one save at a time, a pause after the last key, never over somebody else's text. After a
 * conflict it saves no more until `restart`. Owns a timer: `stop` it.
 */
export class DraftKeeper {
  readonly #options: DraftKeeperOptions;
  readonly #listeners = new Set<() => void>();
  #kept: Kept;
  #typed: SurveyTexts;
  #canSave = true;
  #state: KeepState = { kind: 'kept' };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor(options: DraftKeeperOptions) {
    this.#options = options;
    this.#kept = options.kept;
    this.#typed = options.kept.texts;
  }

  get state(): KeepState {
    return this.#state;
  }

  /** The revision that the server holds. */
  get revision(): number {
    return this.#kept.revision;
  }

  /** The texts that the server holds, as far as this browser knows. */
  get keptTexts(): SurveyTexts {
    return this.#kept.texts;
  }

  /** Something was typed that the server does not hold. */
  get isDirty(): boolean {
    return JSON.stringify(this.#typed) !== JSON.stringify(this.#kept.texts);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes what was typed; `canSave` is false while a field is wrong. */
  type(texts: SurveyTexts, canSave: boolean): void {
    this.#typed = texts;
    this.#canSave = canSave;
    if (this.#state.kind === 'conflict') return;
    clearTimeout(this.#timer);
    if (this.#running) return;
    this.#rest();
  }

  /** Saves now, with whatever is still running. Says whether the server then holds everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#running;
    if (this.#state.kind === 'conflict') return false;
    if (this.isDirty && this.#canSave) {
      await this.#save();
    }
    return !this.isDirty;
  }

  /** Saves what could not be saved before, if anything. */
  retry(): void {
    if (this.#state.kind === 'failed') void this.flush();
  }

  /** Learns elsewhere that somebody else saved first. */
  refuse(): void {
    clearTimeout(this.#timer);
    this.#become({ kind: 'conflict' });
  }

  /** Begins again from what the server holds now. */
  restart(kept: Kept): void {
    clearTimeout(this.#timer);
    this.#kept = kept;
    this.#typed = kept.texts;
    this.#canSave = true;
    this.#become({ kind: 'kept' });
  }

  /** Nothing is saved after this, but what is on its way. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Waits for the next pause, if there is something to save. */
  #rest(): void {
    if (!this.isDirty) return this.#become({ kind: 'kept' });
    if (!this.#canSave) return this.#become({ kind: 'blocked' });
    this.#become({ kind: 'typing' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), this.#options.pauseMs);
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer);
    const texts = this.#typed;
    this.#become({ kind: 'saving' });
    this.#running = this.#options.save({ texts, revision: this.#kept.revision }).then(
      (revision) => {
        this.#running = undefined;
        this.#kept = { texts, revision };
        this.#rest();
      },
      (error: unknown) => {
        this.#running = undefined;
        this.#become(this.#options.isConflict(error) ? { kind: 'conflict' } : { kind: 'failed', error });
      },
    );
    await this.#running;
  }

  #become(state: KeepState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
