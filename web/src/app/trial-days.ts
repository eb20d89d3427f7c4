const dayMs = 24 * 60 * 60 * 1_000;

/** How many days of a trial are left: 0 on its last day, less than 0 once it is over. */
export function trialDaysLeft(expiresAt: string, now: Date): number {
  const leftMs = Date.parse(expiresAt) - now.getTime();
  return leftMs <= 0 ? -1 : Math.floor(leftMs / dayMs);
}
