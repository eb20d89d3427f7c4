/** What has to be settled before a page is left by other ways than a link: a sign-out, a change of unit. */
type Guard = () => Promise<boolean>;

const guards = new Set<Guard>();

/** Asks this guard from now on; it says whether the page may be left. Returns how to stop asking. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/**
 * Says whether the page may be left, after its guards have saved what they keep or have asked the person. Whoever then
 * leaves passes `ignoreBlocker` to the router: it has been asked.
 */
export async function mayLeave(): Promise<boolean> {
  for (const guard of guards) {
    if (!(await guard())) return false;
  }
  return true;
}
