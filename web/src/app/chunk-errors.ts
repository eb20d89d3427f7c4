import { storeOfTab } from '#web/lib/browser-store.ts';
import { CallError } from '#web/lib/call.ts';

/** What became of a page's code that could not be fetched: by error, what the server says about it. */
const causes = new WeakMap<Error, Promise<CallError>>();

/** Remembers which errors are those of a page's code that could not be fetched, and why it could not. */
export function watchForChunkErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    causes.set(payload, causeNow());
    // The router would load the address anew, once for each message that it keeps under this key. Without a network that
    // leaves the browser's own error in the place of the app; AppErrorState says what is the matter and asks.
    storeOfTab.set(`tanstack_router_reload:${payload.message}`, '1');
  });
}

/** Why the code of a page could not be fetched; undefined for any other error. */
export function chunkErrorCause(error: unknown): Promise<CallError> | undefined {
  return error instanceof Error ? causes.get(error) : undefined;
}

/** A server that answers has another version by now than the one this page was opened with. */
async function causeNow(): Promise<CallError> {
  return new CallError(0, { code: (await isServerReached()) ? 'OUTDATED' : 'UNREACHABLE', params: {} });
}

/** Whether the server answers at all. */
export async function isServerReached(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
