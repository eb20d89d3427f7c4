import { randomBytes } from 'node:crypto';
import { sameBytes } from '#platform/crypto/secrets.ts';
import type { Secrets } from '#platform/crypto/secrets.ts';

/** As long as browsers wait for somebody to find their key. */
export const challengeLifeMs = 5 * 60_000;
const timeBytes = 8;
const randomLength = 16;
const headBytes = timeBytes + randomLength;

/** What a challenge is for: a new key of a user, a sign-in without a password, the second step of one sign-in. */
export interface ChallengeUse {
  readonly purpose: 'register' | 'sign-in' | 'second-step';
  /** The user, or the token of the step; empty where nobody is known yet. */
  readonly owner: string;
}

/** A self-describing challenge: what it is for and how long it holds: nothing is stored for whoever only asks (decision 0039). */
export function makeChallenge(secrets: Secrets, use: ChallengeUse, now: Date): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(headBytes);
  head.writeBigUInt64BE(BigInt(now.getTime() + challengeLifeMs));
  randomBytes(randomLength).copy(head, timeBytes);
  return new Uint8Array(Buffer.concat([head, signatureOf(secrets, use, head)]));
}

/** When a challenge of ours ends, by its text in base64url; undefined for one that is not ours, not for this, or over. */
export function readChallenge(secrets: Secrets, use: ChallengeUse, text: string, now: Date): Date | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= headBytes) return undefined;
  const head = bytes.subarray(0, headBytes);
  if (!sameBytes(bytes.subarray(headBytes), signatureOf(secrets, use, head))) return undefined;
  const end = new Date(Number(head.readBigUInt64BE()));
  return end > now ? end : undefined;
}

function signatureOf(secrets: Secrets, { purpose, owner }: ChallengeUse, head: Buffer): Buffer {
  return secrets.sign('passkey challenges', `${purpose}\n${owner}\n${head.toString('hex')}`);
}
