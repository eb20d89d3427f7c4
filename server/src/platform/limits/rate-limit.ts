import { hash, randomBytes } from 'node:crypto';
import type { Allowance, RateLimitName } from '#platform/config/rate-limits.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { refuse } from '#platform/http/refusal.ts';

/** Counts what callers ask for, each under a key. */
export interface RateLimit {
  /** Takes one from the allowance of a key. Refuses TOO_MANY_REQUESTS, with the seconds to wait, when nothing is left. */
  take(key: string): void;
}

/** A power of two below 2^16, so that two bytes of a hash choose a place. */
const placesPerRow = 16_384;
const rows = 4;
const minuteMs = 60_000;
/** What is lost when a minute is divided by a number that it is no multiple of. */
const roundingMs = 0.001;

/** Opens a limit of the configuration. It counts what this process is asked, in half a megabyte whoever asks. */
export function openRateLimit(
  { config, clock, metrics }: Pick<AppContext, 'config' | 'clock' | 'metrics'>,
  name: RateLimitName,
): RateLimit {
  const allowance = config.rateLimits[name];
  if (!allowance) return { take: () => {} };
  const buckets = openBuckets(allowance);
  return {
    take(key) {
      const waitMs = buckets.take(key, clock.now().getTime());
      if (waitMs === 0) return;
      metrics.count('escuta_http_limited_total', { limit: name });
      throw refuse('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(waitMs / 1_000) });
    },
  };
}

/** A token bucket for each key. `take` answers 0, or the milliseconds until it would. */
export interface Buckets {
  take(key: string, nowMs: number): number;
}

/**
 * Token buckets in a table of fixed size (a count-min sketch). A bucket is one number: when it will be full again, as in
 * the generic cell rate algorithm (ITU-T I.371). A key stands in one place of each row and the earliest of them counts:
 * others who share a place can only make it later, so nobody has more than the allowance, and there is nothing to evict,
 * hence no way to be forgotten by filling the table. Whoever wants others refused has to keep places empty in all rows of
 * somebody, which takes as many requests a second as those places are refilled by, thousands of times over; and chooses
 * them blindly, for the hash has a salt of this process.
 */
export function openBuckets({ burst, perMinute }: Allowance): Buckets {
  const stepMs = minuteMs / perMinute;
  const emptyMs = burst * stepMs;
  const fullAt = new Float64Array(rows * placesPerRow);
  const salt = randomBytes(16).toString('hex');

  return {
    take(key, nowMs) {
      const places = placesOf(hash('sha256', salt + key, 'buffer'));
      // Later than that is a clock that was set back: nobody is kept out for the time that it repeats.
      for (const place of places) fullAt[place] = Math.min(fullAt[place] ?? 0, nowMs + emptyMs);
      const earliest = Math.min(...places.map((place) => fullAt[place] ?? 0));
      const next = Math.max(nowMs, earliest) + stepMs;
      const waitMs = next - nowMs - emptyMs;
      if (waitMs > roundingMs) return waitMs;
      for (const place of places) fullAt[place] = Math.max(fullAt[place] ?? 0, next);
      return 0;
    },
  };
}

function placesOf(digest: Buffer): number[] {
  return Array.from({ length: rows }, (_, row) => row * placesPerRow + (digest.readUInt16BE(row * 2) % placesPerRow));
}
