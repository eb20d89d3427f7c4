/** Rules of an access to the account of a customer: no I/O, no clock. Times in milliseconds. */

/** An access ends by itself after this. */
export const accessLifeMs = 2 * 3_600_000;

/** When an access that begins now ends. */
export function accessEnd(now: Date): Date {
  return new Date(now.getTime() + accessLifeMs);
}
