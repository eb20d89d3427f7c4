/** Rules of a session's life: no I/O, no clock. Times in milliseconds. */

const hour = 3_600_000;
/** A browser session ends after this without "Manter conectado", and after the longer one with it. */
export const sessionLifeMs = 12 * hour;
export const keptSessionLifeMs = 30 * 24 * hour;
/** A token older than this is replaced by the next answer's Authorization header. */
export const rotateAfterMs = hour;
/** The replaced token stays valid this long, for calls already under way (decision 13). */
export const previousTokenLifeMs = 30_000;

/** When a session that begins now ends. */
export function sessionEnd(now: Date, keepSignedIn: boolean): Date {
  return new Date(now.getTime() + (keepSignedIn ? keptSessionLifeMs : sessionLifeMs));
}

/** Says whether the token should be replaced. */
export function isDueForRotation(rotatedAt: Date, now: Date): boolean {
  return now.getTime() - rotatedAt.getTime() >= rotateAfterMs;
}
