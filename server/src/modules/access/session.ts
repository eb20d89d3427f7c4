/** Rules of a session's life: no I/O, no clock. Times in milliseconds. */

const hour = 3_600_000;
/** A browser session ends after this without "Manter conectado", and after the longer one with it. */
export const sessionLifeMs = 12 * hour;
export const keptSessionLifeMs = 30 * 24 * hour;
/** A token older than this is replaced by the next answer's Authorization header. */
export const rotateAfterMs = hour;
/** The replaced token stays valid this long, for calls already under way (decision 13). */
export const previousTokenLifeMs = 30_000;

/** A session's last use is known to within this: a call rarely writes. */
export const seenWithinMs = 5 * 60_000;

/** How long a session may stay unused before it ends, without 'Manter conectado' and with it. */
export interface IdleLimits {
  readonly sessionMs: number;
  readonly keptSessionMs: number;
}

const minuteMs = 60_000;

/** What the installation lets sessions, or what the company of their user asks where that is less. */
export function idleLimitsOf(installation: IdleLimits, companyMinutes: number | null): IdleLimits {
  const ofCompany = companyMinutes === null ? Infinity : companyMinutes * minuteMs;
  return {
    sessionMs: Math.min(installation.sessionMs, ofCompany),
    keptSessionMs: Math.min(installation.keptSessionMs, ofCompany),
  };
}

/** When a session that begins now ends. */
export function sessionEnd(now: Date, keepSignedIn: boolean): Date {
  return new Date(now.getTime() + (keepSignedIn ? keptSessionLifeMs : sessionLifeMs));
}

/** Says whether the token should be replaced. */
export function isDueForRotation(rotatedAt: Date, now: Date): boolean {
  return now.getTime() - rotatedAt.getTime() >= rotateAfterMs;
}

/**
 * What a token is worth: `current` and, for a moment, `previous` open the session; `ended` belongs to one that is over;
 * `reused` was replaced and its time is up: two hold the session, and one of them is not its user (RFC 9700, 4.14.2).
 */
export type TokenWorth = 'current' | 'previous' | 'ended' | 'reused';

interface SessionTimes {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date;
  readonly deactivatedAt: Date | null;
  readonly previousValidUntil: Date | null;
  readonly lastSeenAt: Date;
  readonly keepSignedIn: boolean;
}

/** Judges a token of a session; one that is not current is a replaced one. */
export function worthOf(
  { revokedAt, expiresAt, deactivatedAt, previousValidUntil, lastSeenAt, keepSignedIn }: SessionTimes,
  { isCurrentToken, now, idle }: { isCurrentToken: boolean; now: Date; idle: IdleLimits },
): TokenWorth {
  const idleMs = keepSignedIn ? idle.keptSessionMs : idle.sessionMs;
  if (revokedAt || deactivatedAt || expiresAt <= now || now.getTime() - lastSeenAt.getTime() >= idleMs) return 'ended';
  if (isCurrentToken) return 'current';
  return previousValidUntil && previousValidUntil > now ? 'previous' : 'reused';
}

/** Says whether it is time to note that a session is used. */
export function isDueForSeen(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= seenWithinMs;
}

/** How long the browser shall keep the cookie: what is left of a kept session, otherwise until the browser closes. */
export function cookieSecondsLeft(
  { keepSignedIn, expiresAt }: { keepSignedIn: boolean; expiresAt: Date },
  now: Date,
): number | undefined {
  return keepSignedIn ? Math.floor((expiresAt.getTime() - now.getTime()) / 1_000) : undefined;
}
