/** What has to be settled before a page is left by other ways than a link: a sign-out, a change of unit. */
type Guard = () => Promise<boolean>;

/** With each guard, whether there is something unsaved. */
const guards = new Map<Guard, () => boolean>();

/** Asks this guard from now on; it says whether the page may be left. Returns how to stop asking. */
export function guardLeaving(guard: Guard, isUnsaved: () => boolean): () => void {
  guards.set(guard, isUnsaved);
  return () => guards.delete(guard);
}

/** Says whether the page holds something that is not saved. */
export function isAnythingUnsaved(): boolean {
  return [...guards.values()].some((isUnsaved) => isUnsaved());
}

/**
 * Says whether the page may be left, after its guards have saved what they keep or have asked the person. Whoever then
 * leaves passes `ignoreBlocker` to the router: it has been asked.
 */
export async function mayLeave(): Promise<boolean> {
  for (const guard of guards.keys()) {
    if (!(await guard())) return false;
  }
  return true;
}
