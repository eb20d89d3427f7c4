/**
 * A session that ends under an open page: the calls that it failed wait here until somebody has signed in over that page.
 * The page's frame is the host of the dialog; without one nothing waits.
 */
let hosts = 0;
/** How often somebody has signed in over the page. */
let times = 0;
let wait: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();

/** Says that a dialog can be shown. Returns how to take that back, which lets what still waits fail. */
export function hostSignIn(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
    if (hosts === 0) end(false);
  };
}

/** Says whether somebody is being asked to sign in again. */
export function isSignInAwaited(): boolean {
  return wait !== undefined;
}

/** Tells when that begins and when it ends. Returns how to stop listening. */
export function onSignInAwaited(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whoever the page belongs to has signed in: what waited goes on. */
export function resumeSession(): void {
  times += 1;
  end(true);
}

/** Counts sign-ins: what `signedInAgain` is told about a call, from before it left. */
export function countSignIns(): number {
  return times;
}

/**
 * Asks to sign in, once for all calls that fail together, and waits for it. True when the call is worth repeating, also at
 * once when somebody has signed in since it left; false when there is nowhere to ask. Throws what the signal says.
 */
export async function signedInAgain(since: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (times > since) return true;
  if (hosts === 0) return false;
  wait ??= begin();
  return unlessAborted(wait.promise, signal);
}

/** Holds a call back while somebody is being asked: without a session it could only fail. */
export async function restWhileAwaited(signal: AbortSignal | undefined): Promise<void> {
  if (wait) await unlessAborted(wait.promise, signal);
}

function begin(): PromiseWithResolvers<boolean> {
  const begun = Promise.withResolvers<boolean>();
  wait = begun;
  for (const listener of listeners) listener();
  return begun;
}

function end(isSignedIn: boolean): void {
  wait?.resolve(isSignedIn);
  wait = undefined;
  for (const listener of listeners) listener();
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException('the request was given up', 'AbortError'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
