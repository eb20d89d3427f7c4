const checkEveryMs = 60_000;
const registerAfterMs = 30_000;

/** What a page says about the build that it belongs to: the address of its entry, whose name holds its content's hash. */
function buildOf(page: Document): string | undefined {
  return page.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? undefined;
}

/**
 * Registers the service worker once the app is stable, or after 30 s (UPDATE-06), asks every 60 s whether there is a newer
 * build (UPDATE-05), and tells when there is. In production builds only. Returns how to stop.
 */
export function watchForUpdates(onUpdate: () => void, { isProduction = import.meta.env.PROD } = {}): () => void {
  if (!isProduction) return () => undefined;
  const mine = buildOf(document);
  const register = () => {
    if (!('serviceWorker' in navigator) || !mine) return;
    // A browser that may not keep anything refuses it, and goes on without.
    void navigator.serviceWorker.register(`/service-worker.js?v=${encodeURIComponent(mine)}`).catch(() => undefined);
  };
  const stopWaiting = whenStable(register);
  const timer = setInterval(() => {
    void findBuild().then((latest) => {
      if (latest && mine && latest !== mine) onUpdate();
    });
  }, checkEveryMs);
  return () => {
    stopWaiting();
    clearInterval(timer);
  };
}

/** The build that the server gives out now; undefined when it cannot be asked. */
async function findBuild(): Promise<string | undefined> {
  if (document.visibilityState === 'hidden') return undefined;
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );
  return buildOf(new DOMParser().parseFromString(page, 'text/html'));
}

/** Does it when the browser has nothing else to do, and after 30 s in any case. */
function whenStable(work: () => void): () => void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  const timer = setTimeout(once, registerAfterMs);
  // Safari has none: there it is the 30 s.
  const idle = 'requestIdleCallback' in globalThis ? requestIdleCallback(once) : undefined;
  return () => {
    isDone = true;
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
