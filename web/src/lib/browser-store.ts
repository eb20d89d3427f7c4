/** A storage of the browser that goes on in memory where the browser has none to give or no room left. */
class BrowserStore {
  readonly #open: () => Storage;
  readonly #memory = new Map<string, string>();

  constructor(open: () => Storage) {
    this.#open = open;
  }

  get(key: string): string | null {
    // What storage refused is the newer of the two.
    return this.#memory.get(key) ?? this.#tried((storage) => storage.getItem(key)) ?? null;
  }

  set(key: string, value: string): void {
    this.#memory.delete(key);
    if (this.#tried((storage) => (storage.setItem(key, value), true))) return;
    this.#memory.set(key, value);
  }

  remove(key: string): void {
    this.#memory.delete(key);
    this.#tried((storage) => storage.removeItem(key));
  }

  clear(): void {
    this.#memory.clear();
    this.#tried((storage) => storage.clear());
  }

  /** Blocked cookies make the storage itself throw, a full disk its writing. */
  #tried<T>(act: (storage: Storage) => T): T | undefined {
    try {
      return act(this.#open());
    } catch {
      return undefined;
    }
  }
}

/** What this browser remembers, in every tab. */
export const storeOfBrowser = new BrowserStore(() => localStorage);
/** What this tab remembers, also when it is loaded again. */
export const storeOfTab = new BrowserStore(() => sessionStorage);
