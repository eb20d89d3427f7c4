// cspell:ignore httpapi
/**
 * What became of one message.
 * - `accepted`: the provider answered 2xx.
 * - `rejected`: it refused the message for good.
 * - `deferred`: certainly not taken, so it is safe to try again; `isReached` is false when the account cannot take anything
 *   now: nobody is there, or the provider refuses us and not the message.
 * - `withheld`: our own side said no at the last moment; no byte left.
 * - `unknown`: the whole request left, and no answer says what became of it.
 */
export type SmsOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly isOfAddress: boolean; readonly response: string }
  | { readonly kind: 'deferred'; readonly isReached: boolean; readonly response: string }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'unknown'; readonly response: string };

/** The message itself is what the provider will not take. */
const refusals = [400, 410, 413, 415, 422];
/** The codes by which providers say that a number cannot be reached, in the `code` of their answer. */
const addressCodes = /^(invalid|unreachable|unknown)_(recipient|number|to|destination)$/;

/**
 * Judges the provider's answer to a message. An error of the server (5xx but 503) may come after it took the message, and 409
 * says that an earlier request for the same message is under way: both leave it unknown (RFC 9110 §15.6;
 * draft-ietf-httpapi-idempotency-key-header §2.7).
 */
export function judgeAnswer(status: number, body: string): SmsOutcome {
  const { code, message } = readError(body);
  const response = `${status} ${message}`.trim();
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (refusals.includes(status)) return { kind: 'rejected', isOfAddress: addressCodes.test(code), response };
  if (status === 409 || (status >= 500 && status !== 503)) return { kind: 'unknown', response };
  return { kind: 'deferred', isReached: false, response };
}

/** The code and the words of an answer in JSON; of another one, what it says. */
function readError(body: string): { code: string; message: string } {
  try {
    const { code, message } = JSON.parse(body) as { code?: unknown; message?: unknown };
    return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' };
  } catch {
    return { code: '', message: body };
  }
}
